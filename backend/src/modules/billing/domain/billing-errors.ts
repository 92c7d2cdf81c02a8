import { DomainError } from '../../../platform/errors/domain-error.js';

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
    super(`The payment provider did not return the money: the refund is ${status}.`);
    this.name = 'RefundFailedError';
  }
}

/** The signature of a webhook event does not match its body, or its timestamp is out of tolerance. */
export class InvalidWebhookSignatureError extends DomainError {
  constructor() {
    super('malformed', 'validation_failed', 'The webhook signature is invalid.');
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
