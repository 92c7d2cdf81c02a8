import type { ErrorCode } from '@subscription-site/shared/errors';

/** Codes that arise in the page itself: no answer came, or none that could be read. */
export type PageErrorCode = 'network_error' | 'unreadable_answer';
export type ApiErrorCode = ErrorCode | PageErrorCode;

/** A call that was refused or never answered. `message` is fit to show to a person. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;
  /** Before then the same will be refused again, as the server says. */
  readonly retryAfterSeconds: number | undefined;

  constructor(init: {
    code: string;
    status: number;
    message: string;
    details?: Record<string, unknown>;
    requestId?: string;
    retryAfterSeconds?: number;
  }) {
    super(init.message);
    this.name = 'ApiError';
    this.code = init.code;
    this.status = init.status;
    this.details = init.details ?? {};
    this.requestId = init.requestId;
    this.retryAfterSeconds = init.retryAfterSeconds;
  }

  /** Whether the same call may succeed a little later without anything being changed. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** Whether a thrown value is a refusal with this code. */
export function isApiError(error: unknown, code: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
