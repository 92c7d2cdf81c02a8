import type { FieldError } from '@subscription-site/shared/errors';

export type { FieldError };

/** Category of an error. Each wire protocol maps it to a status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'internal';

export interface ErrorOptions {
  /** Facts for programs, sent to the client in `details`. */
  details?: Record<string, unknown>;
  /** Whole seconds until a retry makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error with a stable code for programs and a message for people. Never contains a secret. */
export class DomainError extends Error {
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A duration for people: seconds below 90, minutes above. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return seconds <= 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Too many calls of one kind from one client. */
export class RateLimitedError extends DomainError {
  constructor(
    retryAfterSeconds: number,
    message = `Too many attempts. Please try again in ${formatDuration(retryAfterSeconds)}.`,
  ) {
    super('rate_limited', 'rate_limited', message, { retryAfterSeconds });
  }
}

/** A dependency of the call is unavailable; a retry is safe. */
export class ServiceUnavailableError extends DomainError {
  constructor(message = 'The service is busy or restarting. Please try again in a moment.', cause?: unknown) {
    super('unavailable', 'service_unavailable', message, { retryAfterSeconds: 2, cause });
  }
}

/** Invalid fields of a request, each with a message that says how to fix it. */
export class ValidationError extends DomainError {
  constructor(readonly fields: readonly FieldError[]) {
    super('invalid', 'validation_failed', fields.map((error) => error.message).join(' '), {
      details: { fields },
    });
  }
}
