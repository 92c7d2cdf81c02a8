import { CURRENCY } from '@subscription-site/shared/money';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AccountDeletions, Users } from '../../auth/index.js';
import { HostedPurchases, type PaidSubscription } from '../../billing/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { CheckoutNotProvisionableError } from '../domain/checkout-errors.js';
import { findHostedMismatch } from '../domain/payment-mismatch.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { UnprovisionedPayments } from '../provisioning/unprovisioned-payments.js';

/** `not_provisioned`: paid, but refunded. */
export type HostedOutcome = 'unpaid' | 'provisioned' | 'needs_review' | 'not_provisioned';

/**
 * Provisions a paid hosted checkout to the user who created it, or refunds it if that user already has a plan, was deleted or is about
 * to be. Called by the page and on the provider's webhook event.
 */
@Injectable()
export class ProvisionHostedCheckout {
  constructor(
    private readonly purchases: HostedPurchases,
    private readonly users: Users,
    private readonly deletions: AccountDeletions,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
    private readonly unprovisioned: UnprovisionedPayments,
    private readonly database: Database,
  ) {}

  /** Returns the outcome for a session. A payment that doesn't match its checkout is held for review. */
  async provision(sessionId: string): Promise<HostedOutcome> {
    const checkout = await this.checkouts.findByHostedSession(sessionId);
    const purchase = await this.purchases.find(sessionId);
    if (!checkout?.userId || !purchase?.session.paid) return 'unpaid';
    const { session, subscription: purchased } = purchase;
    return this.database.transaction(async () => {
      const current = await this.checkouts.lock(checkout.id);
      if (current.status === 'provisioned' || current.status === 'needs_review') return current.status;
      // The checkout may have been closed while its page was being paid. A payment that arrived is never rejected.
      if (current.status !== 'open' && current.status !== 'canceled') return 'not_provisioned';
      this.checkouts.markPaid(current, {
        amountCents: session.amountCents ?? 0,
        currency: session.currency ?? CURRENCY,
      });
      const mismatch = findHostedMismatch(current, session, purchased);
      if (!mismatch) return this.provisionOrRefund(current, purchased!);
      await this.unprovisioned.hold(current, mismatch, session.payer);
      return 'needs_review';
    });
  }

  /**
   * For a session that staff have approved: returns the step that provisions it in the caller's transaction. Throws
   * {@link CheckoutNotProvisionableError} if the provider has no subscription for it.
   */
  async prepareApproved(sessionId: string): Promise<() => Promise<unknown>> {
    const { session, subscription: purchased } = (await this.purchases.find(sessionId)) ?? {};
    if (!session || !purchased || purchased.endedAt) throw new CheckoutNotProvisionableError();
    if (purchased.refundedCents > 0 && purchased.refundedCents >= (session.amountCents ?? 0))
      throw new CheckoutNotProvisionableError();
    return async () =>
      this.provisionOrRefund((await this.checkouts.findByHostedSession(sessionId))!, purchased);
  }

  private async provisionOrRefund(
    checkout: CheckoutEntity,
    purchased: PaidSubscription,
  ): Promise<HostedOutcome> {
    const { id: checkoutId, plan, interval, amountCents } = checkout;
    const userId = checkout.userId!;
    const isDeleted = (await this.users.lockById(userId)) === undefined;
    const isLeaving = isDeleted || (await this.deletions.find(userId)) !== null;
    if (isLeaving || (await this.subscriptions.findActiveByUser(userId))) {
      await this.unprovisioned.refund(checkout, userId);
      return 'not_provisioned';
    }
    const { id: subscriptionId } = await this.subscriptions.activate({
      userId,
      order: { checkoutId, plan, interval, amountCents },
      paid: purchased.paid,
      paymentIntentId: purchased.paymentIntentId,
      cardFingerprint: purchased.cardFingerprint,
      atProvider: purchased,
    });
    this.checkouts.finish(checkout, 'provisioned', { subscriptionId });
    return 'provisioned';
  }
}
