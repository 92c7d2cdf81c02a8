import type { Method } from '../http/route.ts';

/**
 * Trouble for the next API calls:
 * `error` answers with `status`; `hang` answers nothing for `ms`, then drops the connection; `slow` waits `ms`, then goes on.
 * `when` says whether the call has had its effect by then. With `remember` the error is also what a retry with the same
 * idempotency key gets, as when the provider itself failed; without it such a retry is served normally.
 */
export interface ApiFailure {
  kind: 'error' | 'hang' | 'slow';
  when: 'before' | 'after';
  status: number;
  ms: number;
  remember: boolean;
  /** How many calls it still meets. */
  count: number;
  method?: Method;
  /** Regular expression over the path, such as `/v1/refunds`. */
  path?: string;
}

export class ApiFailures {
  private faults: ApiFailure[] = [];

  current(): ApiFailure[] {
    return this.faults.map((fault) => ({ ...fault }));
  }

  add(fault: ApiFailure): void {
    this.faults.push({ ...fault });
  }

  reset(): void {
    this.faults = [];
  }

  /** The first error that matches this call, and one of its counts used up. */
  take(method: string, path: string): ApiFailure | undefined {
    const fault = this.faults.find(
      (candidate) =>
        (!candidate.method || candidate.method === method) &&
        (!candidate.path || new RegExp(candidate.path).test(path)),
    );
    if (!fault) return undefined;
    fault.count -= 1;
    this.faults = this.faults.filter(({ count }) => count > 0);
    return { ...fault };
  }
}
