import { ApiError } from './api-error.ts';
import { publicView } from './public-view.ts';

/** A rendered response. */
export interface ApiResponse {
  status: number;
  body: string;
  requestId: string;
  /** Tells the SDK not to retry the call. */
  final?: boolean;
}

/** Drops the connection without a response, like a network failure. */
export const NO_RESPONSE = Symbol('no response');

export function successResponse(result: object, requestId: string, isPublic: boolean): ApiResponse {
  return { status: 200, body: JSON.stringify(isPublic ? publicView(result) : result, null, 2), requestId };
}

/** The provider's error envelope. Anything but an `ApiError` is a bug in the sandbox and becomes a 500. */
export function errorResponse(error: unknown, requestId: string, isPublic = false): ApiResponse {
  if (!(error instanceof ApiError)) process.emitWarning(error as Error);
  const apiError =
    error instanceof ApiError
      ? error
      : new ApiError(500, { type: 'api_error', message: 'Internal error in the payment sandbox.' });
  const { payment_intent: intent, ...body } = apiError.body;
  const visibleIntent = intent && isPublic ? publicView(intent) : intent;
  return {
    status: apiError.status,
    body: JSON.stringify(
      { error: { ...body, ...(visibleIntent ? { payment_intent: visibleIntent } : {}) } },
      null,
      2,
    ),
    requestId,
  };
}
