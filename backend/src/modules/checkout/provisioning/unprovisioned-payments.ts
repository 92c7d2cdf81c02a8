import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { checkoutNeedsReview, checkoutRefundDue, checkoutUnclaimed } from '../domain/events.js';
import type { PaymentMismatch } from '../domain/payment-mismatch.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';

/** What happens to a payment that cannot be provisioned. Each call requires a transaction that has locked the checkout. */
@Injectable()
export class UnprovisionedPayments {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly reviews: CheckoutReviewsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Holds a payment that doesn't match its checkout until staff decide. `payer` is who the provider says paid. */
  async hold(
    checkout: CheckoutEntity,
    mismatch: PaymentMismatch,
    payer: { email: string | null; name: string | null },
  ): Promise<void> {
    this.reviews.hold(checkout, mismatch, payer);
    const checkoutId = checkout.id;
    await this.outbox.emit(checkoutNeedsReview, { checkoutId });
    await this.audit.record({
      actorId: null,
      action: 'checkout.needs-review',
      subject: { type: 'checkout', id: checkoutId },
      details: { ...mismatch },
    });
  }

  /** Refunds the whole payment. A job calls the provider and notifies the buyer. */
  async refund(checkout: CheckoutEntity, userId: string | null): Promise<void> {
    this.checkouts.finish(checkout, 'refund_due', { userId });
    await this.outbox.emit(checkoutRefundDue, { checkoutId: checkout.id, userId });
  }

  /** Leaves a payment without a usable email address to staff, who are notified once. `enteredEmail` is what the payer entered instead. */
  async leaveUnclaimed(checkout: CheckoutEntity, enteredEmail: string | null): Promise<void> {
    const isNew = checkout.status !== 'unclaimed';
    checkout.email ??= enteredEmail;
    this.checkouts.finish(checkout, 'unclaimed');
    if (isNew) await this.outbox.emit(checkoutUnclaimed, { checkoutId: checkout.id });
  }
}
