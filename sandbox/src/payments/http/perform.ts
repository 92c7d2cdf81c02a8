import { failureAnswer, successAnswer, type Answer } from './answer.ts';
import { expand } from './expansion.ts';
import { Failure } from './failure.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { Call, Route } from './route.ts';

/** One API call on its way. */
export interface Job {
  route: Route;
  call: Call;
  parameters: Record<string, unknown>;
  requestId: string;
  /** Its idempotency key and what it was used with. */
  key: { id: string; given: string; fingerprint: string } | null;
}

/**
 * Does the work of a call. Its changes and the answer kept for its key are one transaction: both are there afterwards or
 * neither is. Parameters that cannot be read throw before anything is kept, so that the key may be used again.
 */
export function perform({ route, call, parameters, requestId, key }: Job, keys: IdempotencyKeys): Answer {
  const { sandbox } = call;
  const values = route.parameters.read(parameters, '');
  sandbox.request = { id: requestId, idempotencyKey: key?.given ?? null };
  try {
    return sandbox.store.transaction(() => {
      const answer = run(route, call, values, requestId);
      if (key) keys.keep({ id: key.id, fingerprint: key.fingerprint, ...answer });
      return answer;
    });
  } finally {
    sandbox.request = null;
  }
}

function run(route: Route, call: Call, values: Record<string, unknown>, requestId: string): Answer {
  const { sandbox } = call;
  const paths = (values['expand'] ?? []) as string[];
  try {
    const result = sandbox.store.part(
      () => expand(sandbox, route.run(call, values), paths),
      (error) => error instanceof Failure && error.leavesTrace,
    );
    return successAnswer(result, requestId, call.isPublic);
  } catch (error) {
    return failureAnswer(error, requestId, call.isPublic);
  }
}
