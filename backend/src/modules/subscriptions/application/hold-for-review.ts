import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { checkoutNeedsReview } from '../domain/events.js';
import type { PaymentMismatch } from '../domain/payment-mismatch.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';

/** Holds a payment that doesn't match its checkout until staff decide. */
@Injectable()
export class HoldForReview {
  constructor(
    private readonly reviews: CheckoutReviewsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Requires a transaction that has locked the checkout. `payer` is who the provider says paid. */
  async hold(
    checkoutId: string,
    mismatch: PaymentMismatch,
    payer: { email: string | null; name: string | null },
  ): Promise<void> {
    await this.reviews.hold(checkoutId, mismatch, payer);
    await this.outbox.emit(checkoutNeedsReview, { checkoutId });
    await this.audit.record({
      actorId: null,
      action: 'checkout.needs-review',
      subject: { type: 'checkout', id: checkoutId },
      details: { ...mismatch },
    });
  }
}
