import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Users, type UserSummary } from '../../auth/index.js';
import type { PaymentIntent } from '../../billing/index.js';
import { Subscriptions, type Subscription } from '../../subscriptions/index.js';
import { ResolveBuyer } from '../buyers/resolve-buyer.js';
import type { Buyer } from '../domain/checkout.js';
import { findMismatch } from '../domain/payment-mismatch.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { UnprovisionedPayments } from './unprovisioned-payments.js';

export type Provisioned =
  | { outcome: 'provisioned'; user: UserSummary; subscription: Subscription }
  /** The customer already has a plan; the payment is being refunded. */
  | { outcome: 'refunded'; user: UserSummary; subscription: Subscription }
  /** No one to provision it to; staff are notified. */
  | { outcome: 'unclaimed' }
  /** The payment doesn't match its checkout; staff decide. */
  | { outcome: 'needs_review' }
  /** The payment was or is being refunded, and there is no plan. */
  | { outcome: 'returned' };

/**
 * Provisions a paid intent: creates the user and subscription. This is the only place that does, for all callers. User, subscription
 * and events commit together; repeated calls get the same result.
 */
@Injectable()
export class ProvisionCheckout {
  constructor(
    private readonly database: Database,
    private readonly checkouts: CheckoutsRepository,
    private readonly resolveBuyer: ResolveBuyer,
    private readonly subscriptions: Subscriptions,
    private readonly unprovisioned: UnprovisionedPayments,
    private readonly users: Users,
    private readonly audit: Audit,
  ) {}

  /**
   * `intent` must have been read from the provider just now and have succeeded. `fallback` is the buyer if the checkout was never
   * prepared, or was prepared by someone other than the payer; otherwise the prepared buyer is used. A payment that doesn't match its
   * checkout is held for review, unless staff have `approved` it.
   */
  async provision(
    checkoutId: string,
    intent: PaymentIntent,
    fallback: Buyer | undefined,
    { approved = false }: { approved?: boolean } = {},
  ): Promise<Provisioned> {
    return this.database.transaction(async () => {
      const checkout = await this.checkouts.lock(checkoutId);
      if (
        checkout.status === 'provisioned' ||
        checkout.status === 'refund_due' ||
        checkout.status === 'refunded'
      ) {
        return this.earlierResult(checkout);
      }
      if (checkout.status === 'needs_review' && !approved) return { outcome: 'needs_review' };
      assertPaid(checkout, intent);
      await this.resolveBuyer.discardPreparedUnlessPayer(checkout, intent);
      this.checkouts.markPaid(checkout, { amountCents: intent.receivedCents, currency: intent.currency });
      const mismatch = approved ? undefined : findMismatch(checkout, intent);
      if (mismatch) {
        await this.unprovisioned.hold(checkout, mismatch, {
          email: intent.billingEmail,
          name: intent.billingName,
        });
        return { outcome: 'needs_review' };
      }
      const user = await this.resolveBuyer.findOrCreateUser(checkout, fallback);
      if (!user) {
        await this.unprovisioned.leaveUnclaimed(checkout, intent.billingEmail);
        return { outcome: 'unclaimed' };
      }
      const current = await this.subscriptions.findActiveByUser(user.id);
      if (current) return this.refund(checkout, user, current);
      // Scheduled after the buyer was prepared. The plan would end with the account.
      if (!approved && (await this.resolveBuyer.isLeaving(user.id))) {
        await this.unprovisioned.refund(checkout, user.id);
        return { outcome: 'returned' };
      }
      return this.activate(checkout, user, intent);
    });
  }

  private async activate(
    checkout: CheckoutEntity,
    user: UserSummary,
    intent: PaymentIntent,
  ): Promise<Provisioned> {
    const { id: checkoutId, plan, interval, amountCents } = checkout;
    const subscription = await this.subscriptions.activate({
      userId: user.id,
      order: { checkoutId, plan, interval, amountCents },
      paid: { amount: intent.receivedCents - intent.refundedCents, currency: intent.currency },
      paidAt: intent.chargedAt,
      paymentIntentId: intent.id,
      cardFingerprint: intent.cardFingerprint,
    });
    this.checkouts.finish(checkout, 'provisioned', {
      userId: user.id,
      subscriptionId: subscription.id,
    });
    return { outcome: 'provisioned', user, subscription };
  }

  private async refund(
    checkout: CheckoutEntity,
    user: UserSummary,
    current: Subscription,
  ): Promise<Provisioned> {
    await this.unprovisioned.refund(checkout, user.id);
    await this.audit.record({
      actorId: null,
      action: 'checkout.refund_due',
      subject: { type: 'user', id: user.id },
      details: { checkoutId: checkout.id },
    });
    return { outcome: 'refunded', user, subscription: current };
  }

  private async earlierResult(checkout: CheckoutEntity): Promise<Provisioned> {
    const user = checkout.userId ? await this.users.findById(checkout.userId) : undefined;
    if (!user) return { outcome: checkout.status === 'provisioned' ? 'unclaimed' : 'returned' };
    const own = await this.subscriptions.findByCheckout(checkout.id);
    if (own) return { outcome: 'provisioned', user, subscription: own };
    const current = await this.subscriptions.findActiveByUser(user.id);
    if (!current) return { outcome: 'returned' };
    return { outcome: 'refunded', user, subscription: current };
  }
}

/** Guards against programming errors: callers must pass the checkout's own, succeeded intent. */
function assertPaid(checkout: CheckoutEntity, intent: PaymentIntent): void {
  if (intent.id !== checkout.paymentIntentId || intent.status !== 'succeeded')
    throw new Error(`${intent.id} (${intent.status}) is not the payment of checkout ${checkout.id}.`);
}
