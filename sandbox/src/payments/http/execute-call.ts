import { errorResponse, successResponse, type ApiResponse } from './api-response.ts';
import { expand } from './expansion.ts';
import { ApiError } from './api-error.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { Call, Route } from './route.ts';

/** A parsed and authenticated API request. */
export interface PreparedCall {
  route: Route;
  call: Call;
  parameters: Record<string, unknown>;
  requestId: string;
  /** The idempotency key, with a fingerprint of the request. */
  key: { id: string; value: string; fingerprint: string } | null;
}

/**
 * Executes a call. Its changes and the response stored under its key are committed in one transaction.
 * Invalid parameters throw before anything is stored, so the key can be used again.
 */
export function executeCall(
  { route, call, parameters, requestId, key }: PreparedCall,
  keys: IdempotencyKeys,
): ApiResponse {
  const { sandbox } = call;
  const values = route.parameters.read(parameters, '');
  sandbox.request = { id: requestId, idempotencyKey: key?.value ?? null };
  try {
    return sandbox.store.transaction(() => {
      const response = run(route, call, values, requestId);
      if (key) keys.save({ id: key.id, fingerprint: key.fingerprint, ...response });
      return response;
    });
  } finally {
    sandbox.request = null;
  }
}

function run(route: Route, call: Call, values: Record<string, unknown>, requestId: string): ApiResponse {
  const { sandbox } = call;
  const paths = (values['expand'] ?? []) as string[];
  try {
    const result = sandbox.store.savepoint(
      () => expand(sandbox, route.run(call, values), paths),
      (error) => error instanceof ApiError && error.keepsChanges,
    );
    return successResponse(result, requestId, call.isPublic);
  } catch (error) {
    return errorResponse(error, requestId, call.isPublic);
  }
}
