import type { ErrorCode } from '@subscription-site/shared/errors';
import { typographicText } from './typographic-text';

/** Client-side codes: no response, or an unreadable one. */
export type PageErrorCode = 'network_error' | 'unreadable_response';
export type ApiErrorCode = ErrorCode | PageErrorCode;

/** A failed API call. `message` can be shown to users. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;
  /** From the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(init: {
    code: string;
    status: number;
    message: string;
    details?: Record<string, unknown>;
    requestId?: string;
    retryAfterSeconds?: number;
  }) {
    super(typographicText(init.message));
    this.name = 'ApiError';
    this.code = init.code;
    this.status = init.status;
    this.details = init.details ?? {};
    this.requestId = init.requestId;
    this.retryAfterSeconds = init.retryAfterSeconds;
  }

  /** Whether a retry may succeed without changes. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** Whether a thrown value is an API error with this code. */
export function isApiError(error: unknown, code: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
