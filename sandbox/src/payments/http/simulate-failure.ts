import { setTimeout as wait } from 'node:timers/promises';
import { errorResponse, NO_RESPONSE, type ApiResponse } from './api-response.ts';
import { ApiError } from './api-error.ts';
import type { ApiFailure } from '../controls/api-failures.ts';

/** Applies a simulated failure. Returns the response to send instead, or undefined if the call continues. */
export async function simulateFailure(
  failure: ApiFailure,
  requestId: string,
): Promise<ApiResponse | typeof NO_RESPONSE | undefined> {
  if (failure.kind !== 'error') await wait(failure.ms, undefined, { ref: false });
  if (failure.kind === 'slow') return undefined;
  if (failure.kind === 'hang') return NO_RESPONSE;
  return { ...errorResponse(simulatedError(failure.status), requestId), final: failure.final };
}

function simulatedError(status: number): ApiError {
  if (status === 429) {
    return new ApiError(429, {
      type: 'rate_limit_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. This error was simulated by a sandbox control.',
    });
  }
  return new ApiError(status, {
    type: 'api_error',
    message: 'An unknown error occurred. This error was simulated by a sandbox control.',
  });
}
