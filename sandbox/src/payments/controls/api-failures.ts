import type { Method } from '../http/route.ts';

/**
 * A simulated failure of the next API calls.
 * `error` responds with `status`; `hang` sends nothing for `ms`, then drops the connection; `slow` waits `ms`, then continues.
 * `when` is relative to the call taking effect. With `remember`, a retry with the same idempotency key gets the same error, as
 * when the provider itself fails; otherwise the retry is served normally. With `final`, the SDK is told not to retry.
 */
export interface ApiFailure {
  kind: 'error' | 'hang' | 'slow';
  when: 'before' | 'after';
  status: number;
  ms: number;
  remember: boolean;
  final: boolean;
  /** Number of calls it still applies to. */
  count: number;
  method?: Method;
  /** Regular expression that the path must match, such as `/v1/refunds`. */
  path?: string;
}

export class ApiFailures {
  private failures: ApiFailure[] = [];

  current(): ApiFailure[] {
    return this.failures.map((failure) => ({ ...failure }));
  }

  add(failure: ApiFailure): void {
    this.failures.push({ ...failure });
  }

  reset(): void {
    this.failures = [];
  }

  /** Returns the first failure that matches this call, and decrements its count. */
  consume(method: string, path: string): ApiFailure | undefined {
    const failure = this.failures.find(
      (candidate) =>
        (!candidate.method || candidate.method === method) &&
        (!candidate.path || new RegExp(candidate.path).test(path)),
    );
    if (!failure) return undefined;
    failure.count -= 1;
    this.failures = this.failures.filter(({ count }) => count > 0);
    return { ...failure };
  }
}
