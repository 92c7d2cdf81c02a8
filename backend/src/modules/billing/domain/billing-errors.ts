import { DomainError, type FieldError } from '../../../platform/errors/domain-error.js';

/** The payment provider is slow, away or at error. Nothing was decided; a retry is safe. */
export class PaymentProviderUnavailableError extends DomainError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'payment_provider_unavailable',
      'The payment provider does not answer at the moment. Nothing was charged twice; please try again in a moment.',
      { retryAfterSeconds: 3, cause },
    );
  }
}

/** The provider rejected a call for a reason that a retry will not change. */
export class PaymentProviderRejectedError extends DomainError {
  constructor(
    readonly providerCode: string | undefined,
    cause?: unknown,
  ) {
    super('internal', 'internal_error', 'The payment provider refused the request. Please contact support.', {
      cause,
    });
  }
}

/** The provider holds no money for a payment: it is unknown there, or was never captured. */
export class NothingToRefundError extends Error {
  constructor(paymentId: string) {
    super(`The payment provider has no payment to refund for ${paymentId}.`);
    this.name = 'NothingToRefundError';
  }
}

/** The provider took a refund, but did not return the money. */
export class RefundFailedError extends Error {
  constructor(status: string) {
    super(`The payment provider did not return the money: the refund is ${status}.`);
    this.name = 'RefundFailedError';
  }
}

/** How far a webhook's timestamp may be in the past or in the future. */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

const SIGNATURE_ERRORS = {
  missing: 'The Stripe-Signature header is missing.',
  unreadable: 'The Stripe-Signature header has no timestamp or no v1 signature. It must look like t=…,v1=….',
  mismatch:
    'The signature does not match the body. STRIPE_WEBHOOK_SECRET must be the signing secret of this endpoint.',
  stale: `The timestamp of the signature is more than ${TIMESTAMP_TOLERANCE_SECONDS} seconds in the past.`,
  early: `The timestamp of the signature is more than ${TIMESTAMP_TOLERANCE_SECONDS} seconds in the future.`,
};

/** A webhook event without a valid signature of its body, made at about this time. */
export class InvalidWebhookSignatureError extends DomainError {
  constructor(reason: keyof typeof SIGNATURE_ERRORS) {
    super('malformed', 'validation_failed', SIGNATURE_ERRORS[reason]);
  }
}

/** Signed content that is no webhook event, or has a field that cannot be stored. */
export class MalformedWebhookEventError extends DomainError {
  constructor(message: string, fields: readonly FieldError[] = []) {
    super('malformed', 'validation_failed', message, fields.length > 0 ? { details: { fields } } : {});
  }
}

/** A price at the provider is not the one on sale here. Selling it would charge a wrong amount, so nothing starts. */
export class PriceConflictError extends Error {
  constructor(lookupKey: string, found: string, expected: string) {
    super(
      `The provider's price "${lookupKey}" is ${found}, but the price list says ${expected}. Correct it there, then start again.`,
    );
    this.name = 'PriceConflictError';
  }
}
