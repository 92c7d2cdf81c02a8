import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { PaymentIntentsPort } from '../../billing/index.js';
import {
  CheckoutNotFoundError,
  CheckoutNotInReviewError,
  CheckoutNotProvisionableError,
} from '../domain/checkout-errors.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { buyerFromBilling } from '../buyers/buyer.js';
import { ProvisionCheckout } from '../provisioning/provision-checkout.js';
import { UnprovisionedPayments } from '../provisioning/unprovisioned-payments.js';
import { ProvisionHostedCheckout } from '../hosted/provision-hosted-checkout.js';

/** Who decided on a payment, and why. */
export interface ReviewDecision {
  actorId: string;
  reason: string;
}

/** Decisions of staff about a payment that doesn't match its checkout: provision it, or refund it in full. */
@Injectable()
export class ResolveReview {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly provisionCheckout: ProvisionCheckout,
    private readonly provisionHosted: ProvisionHostedCheckout,
    private readonly unprovisioned: UnprovisionedPayments,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Provisions the checkout's plan. Throws {@link CheckoutNotProvisionableError} if the payment was fully refunded. */
  async provision(checkoutId: string, decision: ReviewDecision): Promise<void> {
    const checkout = await this.findInReview(checkoutId);
    const provision = await this.prepareProvisioning(checkout);
    await this.decide(checkoutId, 'checkout.review-provisioned', decision, provision);
  }

  /** Refunds the whole payment. */
  async refund(checkoutId: string, decision: ReviewDecision): Promise<void> {
    await this.findInReview(checkoutId);
    await this.decide(checkoutId, 'checkout.review-refunded', decision, (checkout) =>
      this.unprovisioned.refund(checkout, checkout.userId),
    );
  }

  /** Does everything slow, and returns the step that runs in the transaction of the decision. */
  private async prepareProvisioning({
    id,
    paymentIntentId,
    hostedSessionId,
  }: CheckoutEntity): Promise<() => Promise<unknown>> {
    if (!paymentIntentId) return this.provisionHosted.prepareApproved(hostedSessionId!);
    const intent = await this.paymentIntents.find(paymentIntentId);
    if (intent?.status !== 'succeeded' || intent.refundedCents >= intent.receivedCents)
      throw new CheckoutNotProvisionableError();
    return () => this.provisionCheckout.provision(id, intent, buyerFromBilling(intent), { approved: true });
  }

  private async findInReview(checkoutId: string): Promise<CheckoutEntity> {
    const checkout = await this.checkouts.findById(checkoutId);
    if (!checkout) throw new CheckoutNotFoundError();
    if (checkout.status !== 'needs_review') throw new CheckoutNotInReviewError();
    return checkout;
  }

  private decide(
    checkoutId: string,
    action: AuditAction,
    { actorId, reason }: ReviewDecision,
    apply: (checkout: CheckoutEntity) => Promise<unknown>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const checkout = await this.checkouts.lock(checkoutId);
      if (checkout.status !== 'needs_review') throw new CheckoutNotInReviewError();
      await apply(checkout);
      const { amountCents } = checkout;
      const subject = { type: 'checkout', id: checkoutId } as const;
      await this.audit.record({ actorId, action, subject, details: { reason, amountCents } });
    });
  }
}
