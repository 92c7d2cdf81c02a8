import { CURRENCY } from '@subscription-site/shared/money';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Users } from '../../auth/index.js';
import {
  PaymentProvider,
  ProviderCustomers,
  type HostedCheckout,
  type ProviderSubscription,
} from '../../billing/index.js';
import { CheckoutNotProvisionableError } from '../domain/checkout-errors.js';
import type { Checkout } from '../domain/checkout.js';
import { checkoutRefundDue, subscriptionActivated, type PaidAmount } from '../domain/events.js';
import { hostedMismatchOf } from '../domain/payment-mismatch.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { HoldForReview } from './hold-for-review.js';

type Bought = ProviderSubscription & { refundedCents: number; paid: PaidAmount };

/** `not_provisioned`: paid, but the money goes back. */
export type HostedOutcome = 'unpaid' | 'provisioned' | 'needs_review' | 'not_provisioned';

/**
 * Turns a paid hosted checkout into the plan of the account that began it; the money goes back where that account has a plan or is
 * gone. Called by the page and by the provider's webhook event.
 */
@Injectable()
export class ProvisionHostedCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly customers: ProviderCustomers,
    private readonly users: Users,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly holdForReview: HoldForReview,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** What became of a session. A payment that contradicts its checkout is held for review. */
  async provision(sessionId: string): Promise<HostedOutcome> {
    const checkout = await this.checkouts.findByHostedSession(sessionId);
    const session = await this.provider.findHostedCheckout(sessionId);
    if (!checkout?.userId || !session?.paid) return 'unpaid';
    const bought = await this.boughtIn(session);
    return this.database.transaction(async () => {
      const current = await this.checkouts.lock(checkout.id);
      if (current.status === 'provisioned' || current.status === 'needs_review') return current.status;
      // A checkout may be closed while its page is being paid: money that arrived is never rejected.
      if (current.status !== 'open' && current.status !== 'canceled') return 'not_provisioned';
      const mismatch = hostedMismatchOf(current, session, bought);
      if (!mismatch) return this.give(current, bought!);
      await this.holdForReview.hold(checkout.id, mismatch, session.payer);
      return 'needs_review';
    });
  }

  /**
   * Gives the plan of a session that staff have approved, in the transaction that it is called in. Throws
   * {@link CheckoutNotProvisionableError} where the provider has no subscription for it.
   */
  async approval(sessionId: string): Promise<() => Promise<unknown>> {
    const session = await this.provider.findHostedCheckout(sessionId);
    const bought = session && (await this.boughtIn(session));
    if (!bought || bought.endedAt) throw new CheckoutNotProvisionableError();
    if (bought.refundedCents > 0 && bought.refundedCents >= (session.amountCents ?? 0))
      throw new CheckoutNotProvisionableError();
    return async () => this.give((await this.checkouts.findByHostedSession(sessionId))!, bought);
  }

  /** The subscription that a hosted page made, and what of its first payment was refunded. */
  private async boughtIn({
    subscriptionId,
    amountCents,
    currency,
  }: HostedCheckout): Promise<Bought | undefined> {
    const subscription = subscriptionId && (await this.provider.findSubscription(subscriptionId));
    if (!subscription) return undefined;
    const intentId = await this.provider.findIntentOfFirstInvoice(subscription.id);
    const intent = intentId && (await this.provider.findIntent(intentId));
    const refundedCents = intent ? intent.refundedCents : 0;
    const paid = { amount: (amountCents ?? 0) - refundedCents, currency: currency ?? CURRENCY };
    return { ...subscription, refundedCents, paid };
  }

  private async give(checkout: Checkout, bought: Bought): Promise<HostedOutcome> {
    const userId = checkout.userId!;
    await this.checkouts.markPaid(checkout.id);
    const gone = (await this.users.lockById(userId)) === undefined;
    if (gone || (await this.subscriptions.findLiveOf(userId))) {
      await this.checkouts.finish(checkout.id, 'refund_due');
      await this.outbox.emit(checkoutRefundDue, { checkoutId: checkout.id, userId });
      return 'not_provisioned';
    }
    await this.activate(checkout, userId, bought);
    await this.customers.save(userId, bought.customerId);
    return 'provisioned';
  }

  private async activate(checkout: Checkout, userId: string, bought: Bought): Promise<void> {
    const id = uuid();
    await this.subscriptions.add({
      id,
      userId,
      checkoutId: checkout.id,
      plan: checkout.plan,
      interval: checkout.interval,
      amountCents: checkout.amountCents,
      status: 'active',
      currentPeriodStart: bought.currentPeriodStart,
      currentPeriodEnd: bought.currentPeriodEnd,
      providerSubscriptionId: bought.id,
    });
    await this.subscriptions.markRecurringSetup(id, { ...bought, providerSubscriptionId: bought.id });
    await this.checkouts.finish(checkout.id, 'provisioned', { subscriptionId: id });
    await this.outbox.emit(subscriptionActivated, { subscriptionId: id, userId, paid: bought.paid });
    await this.audit.record({
      actorId: null,
      action: 'subscription.activated',
      subject: { type: 'user', id: userId },
      details: { plan: checkout.plan, interval: checkout.interval, hosted: true },
    });
  }
}
