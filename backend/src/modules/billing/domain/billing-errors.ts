import { DomainError } from '../../../platform/errors/domain-error.js';

/** The payment provider is slow, away or at fault. Nothing was decided; a retry is safe. */
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

/** The provider refused a call for a reason that a retry will not change. */
export class PaymentProviderRefusedError extends DomainError {
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

/** A notice whose signature does not fit its body, or that is too old. */
export class UntrustedNoticeError extends DomainError {
  constructor() {
    super('malformed', 'validation_failed', 'The signature does not fit the body.');
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
