import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../platform/audit/audit.js';
import { Clock } from '../../platform/clock.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { ProviderSubscription } from '../billing/index.js';
import { subscriptionActivated, subscriptionRecurringSetupDue, type PaidAmount } from './events.js';
import { GuaranteeRefundsRepository } from './refunds/guarantee-refunds.repository.js';
import { firstPeriodStart, computeNextCheckAt, periodEnd } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionTransitions } from './subscription-transitions.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { RecurringSetups } from './recurring-setups.js';

/** A paid order to activate. */
export interface NewSubscription {
  userId: string;
  order: { checkoutId: string } & Pick<SubscriptionEntity, 'plan' | 'interval' | 'amountCents'>;
  paid: PaidAmount;
  /** When the first period was paid. */
  paidAt?: Date | null;
  /** The payment of the first period. */
  paymentIntentId: string | null;
  /** Of the card that paid it. */
  cardFingerprint: string | null;
  /** The subscription that the provider's hosted page created; without one, a job creates it. */
  atProvider?: ProviderSubscription;
}

/** Subscriptions, for other modules. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly recurringSetups: RecurringSetups,
    private readonly transitions: SubscriptionTransitions,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  findById(id: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findById(id);
  }

  /** The user's subscription that gives access. */
  findActiveByUser(userId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findActiveByUser(userId);
  }

  /** The user's subscription that has not ended. */
  findCurrentByUser(userId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findCurrentByUser(userId);
  }

  /** Whether this is the plan that ended last, and the user has none now. An older one that is unpaid or paused doesn't count. */
  async hasHadNoPlanSince(userId: string, subscriptionId: string): Promise<boolean> {
    if (await this.subscriptions.findCurrentByUser(userId)) return false;
    const all = await this.subscriptions.listByUser(userId);
    const getEnd = (subscription: SubscriptionEntity | undefined) => subscription?.endedAt?.getTime() ?? 0;
    const end = getEnd(all.find(({ id }) => id === subscriptionId));
    return all.every((other) => getEnd(other) <= end);
  }

  findByCheckout(checkoutId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findByCheckout(checkoutId);
  }

  findByProviderId(providerSubscriptionId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findByProviderId(providerSubscriptionId);
  }

  /** Whether the provider ended or paused it because a payment was overdue for too long. */
  isStoppedByDunning(subscriptionId: string): Promise<boolean> {
    return this.subscriptions.isStoppedByDunning(subscriptionId);
  }

  /** The users among these who have ever had a subscription. */
  subscribersAmong(userIds: readonly string[]): Promise<string[]> {
    return this.subscriptions.subscribersAmong(userIds);
  }

  /** The provider's IDs of a user's subscriptions, including ended ones. */
  findProviderIdsByUser(userId: string): Promise<string[]> {
    return this.subscriptions.findProviderIdsByUser(userId);
  }

  /** Requires a transaction that has locked the user and found no subscription that gives them access. */
  async activate(input: NewSubscription): Promise<SubscriptionEntity> {
    const { userId, order, paid, paidAt = null, paymentIntentId, cardFingerprint, atProvider } = input;
    const now = this.clock.now();
    const start = atProvider?.currentPeriodStart ?? firstPeriodStart(paidAt, now);
    const currentPeriodEnd = atProvider?.currentPeriodEnd ?? periodEnd(start, order.interval);
    const subscription = await this.subscriptions.add({
      id: uuid(),
      userId,
      ...order,
      status: 'active',
      currency: paid.currency,
      paymentIntentId,
      cardHash: this.guaranteeRefunds.hashCard(cardFingerprint),
      currentPeriodStart: start,
      currentPeriodEnd,
      // Until recurring billing is set up, only the first period has been paid for.
      graceUntil: currentPeriodEnd,
      nextCheckAt: computeNextCheckAt({ status: 'active', currentPeriodEnd }, now),
      providerSubscriptionId: atProvider?.id ?? null,
    });
    const { id } = subscription;
    this.transitions.addHistory(subscription, null, { reason: 'purchased', actorId: userId });
    if (atProvider) {
      // The payment was read before this transaction, and may have been refunded or disputed in the meantime.
      await this.recurringSetups.record(id, {
        subscription: atProvider,
        paymentToCheck: paymentIntentId,
        differingInvoice: null,
      });
    }
    await this.outbox.emit(subscriptionActivated, { subscriptionId: id, userId, paid });
    if (!atProvider) await this.outbox.emit(subscriptionRecurringSetupDue, { subscriptionId: id });
    const { plan, interval } = order;
    await this.audit.record({
      actorId: null,
      action: 'subscription.activated',
      subject: { type: 'user', id: userId },
      details: { plan, interval, ...(atProvider && { hosted: true }) },
    });
    return subscription;
  }
}
