import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Users, type UserSummary } from '../../auth/index.js';
import type { PaymentIntent } from '../../billing/index.js';
import type { Buyer, Checkout } from '../domain/checkout.js';
import {
  checkoutRefundDue,
  checkoutUnclaimed,
  subscriptionActivated,
  subscriptionRecurringSetupDue,
} from '../domain/events.js';
import { mismatchOf } from '../domain/payment-mismatch.js';
import { periodEnd, type Subscription } from '../domain/subscription.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { HoldForReview } from './hold-for-review.js';
import { isPaidByOther } from './prepared-identity.js';

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
  private readonly discarded;

  constructor(
    private readonly database: Database,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly users: Users,
    private readonly holdForReview: HoldForReview,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.discarded = metrics.counter(
      'checkout_prepared_identities_discarded_total',
      'Paid checkouts whose billing email was not the prepared one, so that the payer got the plan.',
    );
  }

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
      const locked = await this.checkouts.lock(checkoutId);
      if (locked.status === 'provisioned' || locked.status === 'refund_due' || locked.status === 'refunded') {
        return this.earlierResult(locked);
      }
      if (locked.status === 'needs_review' && !approved) return { outcome: 'needs_review' };
      assertPaid(locked, intent);
      const checkout = isPaidByOther(locked, intent) ? await this.discardPrepared(locked) : locked;
      await this.checkouts.markPaid(checkout.id);
      const mismatch = approved ? undefined : mismatchOf(checkout, intent);
      if (mismatch) {
        await this.holdForReview.hold(checkout.id, mismatch, {
          email: intent.billingEmail,
          name: intent.billingName,
        });
        return { outcome: 'needs_review' };
      }
      const user = await this.findOrCreateUser(checkout, fallback);
      if (!user) return this.markUnclaimed(checkout);
      const current = await this.subscriptions.findLiveOf(user.id);
      return current ? this.refund(checkout, user, current) : this.activate(checkout, user, intent);
    });
  }

  private async discardPrepared(checkout: Checkout): Promise<Checkout> {
    await this.audit.record({
      actorId: null,
      action: 'checkout.prepared-identity-discarded',
      subject: { type: 'checkout', id: checkout.id },
      details: { paymentIntentId: checkout.paymentIntentId },
    });
    this.discarded.inc();
    return this.checkouts.discardPrepared(checkout.id);
  }

  private async activate(checkout: Checkout, user: UserSummary, intent: PaymentIntent): Promise<Provisioned> {
    const now = this.clock.now();
    const id = uuid();
    await this.subscriptions.add({
      id,
      userId: user.id,
      checkoutId: checkout.id,
      plan: checkout.plan,
      interval: checkout.interval,
      amountCents: checkout.amountCents,
      status: 'active',
      currentPeriodStart: now,
      currentPeriodEnd: periodEnd(now, checkout.interval),
      providerSubscriptionId: null,
    });
    await this.checkouts.finish(checkout.id, 'provisioned', { userId: user.id, subscriptionId: id });
    const paid = { amount: intent.receivedCents - intent.refundedCents, currency: intent.currency };
    await this.outbox.emit(subscriptionActivated, { subscriptionId: id, userId: user.id, paid });
    await this.outbox.emit(subscriptionRecurringSetupDue, { subscriptionId: id });
    await this.record('subscription.activated', user.id, {
      plan: checkout.plan,
      interval: checkout.interval,
    });
    return { outcome: 'provisioned', user, subscription: (await this.subscriptions.findById(id))! };
  }

  private async refund(checkout: Checkout, user: UserSummary, current: Subscription): Promise<Provisioned> {
    await this.checkouts.finish(checkout.id, 'refund_due', { userId: user.id });
    await this.outbox.emit(checkoutRefundDue, { checkoutId: checkout.id, userId: user.id });
    await this.record('checkout.refund_due', user.id, { checkoutId: checkout.id });
    return { outcome: 'refunded', user, subscription: current };
  }

  private async markUnclaimed(checkout: Checkout): Promise<Provisioned> {
    await this.checkouts.finish(checkout.id, 'unclaimed');
    if (checkout.status !== 'unclaimed')
      await this.outbox.emit(checkoutUnclaimed, { checkoutId: checkout.id });
    return { outcome: 'unclaimed' };
  }

  private async findOrCreateUser(
    checkout: Checkout,
    fallback: Buyer | undefined,
  ): Promise<UserSummary | undefined> {
    if (checkout.userId) {
      const preparedUser = await this.users.lockById(checkout.userId);
      if (preparedUser) return preparedUser;
    }
    const buyer = checkout.preparedAt && checkout.email ? preparedBuyer(checkout, checkout.email) : fallback;
    if (!buyer) return undefined;
    const existing = await this.users.lockByEmail(buyer.email);
    if (!existing) return this.users.createPaid(buyer);
    if (existing.emailConfirmedAt || (await this.subscriptions.findLiveOf(existing.id))) return existing;
    return this.users.reassignToBuyer(existing.id, buyer);
  }

  private async earlierResult(checkout: Checkout): Promise<Provisioned> {
    const user = checkout.userId ? await this.users.findById(checkout.userId) : undefined;
    if (!user) return { outcome: checkout.status === 'provisioned' ? 'unclaimed' : 'returned' };
    const own = await this.subscriptions.findByCheckout(checkout.id);
    if (own) return { outcome: 'provisioned', user, subscription: own };
    const current = await this.subscriptions.findLiveOf(user.id);
    if (!current) return { outcome: 'returned' };
    return { outcome: 'refunded', user, subscription: current };
  }

  private record(action: string, userId: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: null, action, subject: { type: 'user', id: userId }, details });
  }
}

function preparedBuyer(checkout: Checkout, email: string): Buyer {
  const { fullName, passwordHash, termsVersion, termsAcceptedAt } = checkout;
  return { email, fullName: fullName ?? '', passwordHash, termsVersion, termsAcceptedAt };
}

/** Guards against programming errors: callers must pass the checkout's own, succeeded intent. */
function assertPaid(checkout: Checkout, intent: PaymentIntent): void {
  if (intent.id !== checkout.paymentIntentId || intent.status !== 'succeeded')
    throw new Error(`${intent.id} (${intent.status}) is not the payment of checkout ${checkout.id}.`);
}
