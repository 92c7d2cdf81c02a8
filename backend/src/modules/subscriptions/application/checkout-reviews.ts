import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { PaymentProvider } from '../../billing/index.js';
import {
  CheckoutNotFoundError,
  CheckoutNotInReviewError,
  CheckoutNotProvisionableError,
} from '../domain/checkout-errors.js';
import type { Checkout } from '../domain/checkout.js';
import { checkoutRefundDue } from '../domain/events.js';
import {
  CheckoutReviewsRepository,
  type CheckoutReview,
} from '../persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { buyerFromBilling } from './buyer.js';
import { ProvisionCheckout } from './provision-checkout.js';
import { ProvisionHostedCheckout } from './provision-hosted-checkout.js';

const MAX_LISTED = 500;

/** Who decides on a payment, and why. */
export interface ReviewDecision {
  actorId: string;
  reason: string;
}

/** Payments that contradict their checkout, for staff: each is given its plan, or returned in full. */
@Injectable()
export class CheckoutReviews {
  constructor(
    private readonly reviews: CheckoutReviewsRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly provisionCheckout: ProvisionCheckout,
    private readonly provisionHosted: ProvisionHostedCheckout,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Longest waiting first, at most 500. */
  list(): Promise<CheckoutReview[]> {
    return this.reviews.list(MAX_LISTED);
  }

  /** Undefined once it has been decided on. */
  find(checkoutId: string): Promise<CheckoutReview | undefined> {
    return this.reviews.find(checkoutId);
  }

  /** Gives the buyer the plan that the checkout is for. Throws {@link CheckoutNotProvisionableError} where nothing was kept of the money. */
  async provision(checkoutId: string, decision: ReviewDecision): Promise<void> {
    const checkout = await this.findWaiting(checkoutId);
    const give = await this.provisioningOf(checkout);
    await this.decide(checkoutId, 'checkout.review-provisioned', decision, give);
  }

  /** Returns the whole payment. */
  async refund(checkoutId: string, decision: ReviewDecision): Promise<void> {
    const { userId } = await this.findWaiting(checkoutId);
    await this.decide(checkoutId, 'checkout.review-refunded', decision, async () => {
      await this.checkouts.finish(checkoutId, 'refund_due');
      await this.outbox.emit(checkoutRefundDue, { checkoutId, userId });
    });
  }

  /** What gives the plan, after everything that is slow: it runs in the transaction of the decision. */
  private async provisioningOf({
    id,
    paymentIntentId,
    hostedSessionId,
  }: Checkout): Promise<() => Promise<unknown>> {
    if (!paymentIntentId) return this.provisionHosted.approval(hostedSessionId!);
    const intent = await this.provider.findIntent(paymentIntentId);
    if (intent?.status !== 'succeeded' || intent.refundedCents >= intent.receivedCents)
      throw new CheckoutNotProvisionableError();
    return () => this.provisionCheckout.provision(id, intent, buyerFromBilling(intent), { approved: true });
  }

  private async findWaiting(checkoutId: string): Promise<Checkout> {
    const checkout = await this.checkouts.findById(checkoutId);
    if (!checkout) throw new CheckoutNotFoundError();
    if (checkout.status !== 'needs_review') throw new CheckoutNotInReviewError();
    return checkout;
  }

  private decide(
    checkoutId: string,
    action: string,
    { actorId, reason }: ReviewDecision,
    carryOut: () => Promise<unknown>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const checkout = await this.checkouts.lock(checkoutId);
      if (checkout.status !== 'needs_review') throw new CheckoutNotInReviewError();
      await carryOut();
      const { amountCents } = checkout;
      const subject = { type: 'checkout', id: checkoutId };
      await this.audit.record({ actorId, action, subject, details: { reason, amountCents } });
    });
  }
}
