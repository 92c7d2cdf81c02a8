import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../platform/audit/audit.js';
import { Clock } from '../../platform/clock.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { ProviderSubscription } from '../billing/index.js';
import { subscriptionActivated, subscriptionRecurringSetupDue, type PaidAmount } from './events.js';
import { periodEnd } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { RecurringSetups } from './recurring-setups.js';

/** A paid order to activate. */
export interface NewSubscription {
  userId: string;
  order: { checkoutId: string } & Pick<SubscriptionEntity, 'plan' | 'interval' | 'amountCents'>;
  paid: PaidAmount;
  /** The subscription that the provider's hosted page created; without one, a job creates it. */
  atProvider?: ProviderSubscription;
}

/** Subscriptions, for other modules. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly recurringSetups: RecurringSetups,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  findById(id: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findById(id);
  }

  /** The user's subscription that gives access. */
  findLiveOf(userId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findLiveOf(userId);
  }

  findByCheckout(checkoutId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findByCheckout(checkoutId);
  }

  findByProviderId(providerSubscriptionId: string): Promise<SubscriptionEntity | null> {
    return this.subscriptions.findByProviderId(providerSubscriptionId);
  }

  /** The users among these who have ever had a subscription. */
  subscribersAmong(userIds: readonly string[]): Promise<string[]> {
    return this.subscriptions.subscribersAmong(userIds);
  }

  /** The provider's IDs of a user's subscriptions, including ended ones. */
  providerIdsOf(userId: string): Promise<string[]> {
    return this.subscriptions.providerIdsOf(userId);
  }

  /** Requires a transaction that has locked the user and found no subscription that gives them access. */
  async activate({ userId, order, paid, atProvider }: NewSubscription): Promise<SubscriptionEntity> {
    const now = this.clock.now();
    const subscription = await this.subscriptions.add({
      id: uuid(),
      userId,
      ...order,
      status: 'active',
      currentPeriodStart: atProvider?.currentPeriodStart ?? now,
      currentPeriodEnd: atProvider?.currentPeriodEnd ?? periodEnd(now, order.interval),
      providerSubscriptionId: atProvider?.id ?? null,
    });
    const { id } = subscription;
    if (atProvider) await this.recurringSetups.record(id, atProvider);
    await this.outbox.emit(subscriptionActivated, { subscriptionId: id, userId, paid });
    if (!atProvider) await this.outbox.emit(subscriptionRecurringSetupDue, { subscriptionId: id });
    const { plan, interval } = order;
    await this.record('subscription.activated', userId, {
      plan,
      interval,
      ...(atProvider && { hosted: true }),
    });
    return subscription;
  }

  /** Ends a subscription whose first payment was fully refunded. Requires a transaction. */
  async endRefunded({ id, userId }: Pick<SubscriptionEntity, 'id' | 'userId'>): Promise<void> {
    await this.subscriptions.end(id, 'refunded');
    await this.record('subscription.refunded', userId);
  }

  private record(action: string, userId: string, details?: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: null, action, subject: { type: 'user', id: userId }, details });
  }
}
