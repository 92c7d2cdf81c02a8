import { DomainError, type FieldError } from '../../platform/domain-error.js';

/** The payment provider timed out, is unreachable or returned a server error. The outcome is unknown; a retry is safe. */
export class PaymentProviderUnavailableError extends DomainError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'payment_provider_unavailable',
      "Our payment provider is temporarily unavailable. You won't be charged twice. Please try again in a moment.",
      { retryAfterSeconds: 3, cause },
    );
  }
}

/** The provider rejected a request permanently; a retry would fail again. */
export class PaymentProviderRejectedError extends DomainError {
  constructor(
    readonly providerCode: string | undefined,
    cause?: unknown,
  ) {
    super(
      'internal',
      'internal_error',
      'Our payment provider rejected the request. Please contact support.',
      {
        cause,
      },
    );
  }
}

/** There is nothing to refund: the payment does not exist at the provider or was never captured. */
export class NothingToRefundError extends Error {
  constructor(paymentId: string) {
    super(`The payment provider has no payment to refund for ${paymentId}.`);
    this.name = 'NothingToRefundError';
  }
}

/** The provider accepted a refund but did not return the money. */
export class RefundFailedError extends Error {
  constructor(status: string) {
    super(`The payment provider did not complete the refund: its status is ${status}.`);
    this.name = 'RefundFailedError';
  }
}

/** How far the timestamp of a webhook may be in the past or in the future. */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

const SIGNATURE_ERRORS = {
  missing: 'The Stripe-Signature header is missing.',
  unreadable: 'The Stripe-Signature header has no timestamp or no v1 signature. It must look like t=…,v1=….',
  mismatch:
    'The signature does not match the body. STRIPE_WEBHOOK_SECRET must be the signing secret of this endpoint.',
  stale: `The signature timestamp is more than ${TIMESTAMP_TOLERANCE_SECONDS} seconds in the past.`,
  early: `The signature timestamp is more than ${TIMESTAMP_TOLERANCE_SECONDS} seconds in the future.`,
};

/** The signature of a webhook event is missing or does not match its body, or its timestamp is out of tolerance. */
export class InvalidWebhookSignatureError extends DomainError {
  constructor(reason: keyof typeof SIGNATURE_ERRORS) {
    super('malformed', 'validation_failed', SIGNATURE_ERRORS[reason]);
  }
}

/** A signed webhook body is not an event, or has a field that cannot be stored. */
export class MalformedWebhookEventError extends DomainError {
  constructor(message: string, fields: readonly FieldError[] = []) {
    super('malformed', 'validation_failed', message, fields.length > 0 ? { details: { fields } } : {});
  }
}

/** A price at the provider differs from the catalog. Selling it would charge a wrong amount, so startup is aborted. */
export class PriceConflictError extends Error {
  constructor(lookupKey: string, found: string, expected: string) {
    super(
      `The provider's price "${lookupKey}" is ${found}, but the catalog says ${expected}. Correct it at the provider, then start again.`,
    );
    this.name = 'PriceConflictError';
  }
}

/** A plan can't be sold while the provider has another amount for its price. Staff have to correct it there. */
export class PriceUnavailableError extends DomainError {
  constructor(cause: PriceConflictError) {
    super(
      'unavailable',
      'payment_provider_unavailable',
      "This plan isn't available right now. You haven't been charged. Please contact support.",
      { retryAfterSeconds: 60, cause },
    );
  }
}
