import { getPlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import {
  CustomersPort,
  Prices,
  ProviderCustomers,
  SubscriptionsPort,
  type ProviderSubscription,
} from '../billing/index.js';
import { LinkSubscription } from './link-subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

interface NewSubscription {
  customerId: string;
  paymentMethodId: string | undefined;
  /** When the first period started; undefined for now. */
  startedAt?: Date;
  /** Idempotency key. */
  key: string;
}

/** The subscriptions that were created at the provider for ours, whose setup may not be complete. Their ids are stored at once. */
@Injectable()
export class CreatedSubscriptions {
  constructor(
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly customers: CustomersPort,
    private readonly customerIds: ProviderCustomers,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly prices: Prices,
    private readonly linkSubscription: LinkSubscription,
    private readonly database: Database,
  ) {}

  /** Undefined if there is none, if it expired before it was paid, or if its customer was deleted. */
  async find(subscription: SubscriptionEntity): Promise<ProviderSubscription | undefined> {
    const { id, userId, providerSubscriptionId } = subscription;
    const stored = providerSubscriptionId && (await this.providerSubscriptions.find(providerSubscriptionId));
    if (stored && (await this.isUsable(stored))) return stored;
    // The customer is stored before. An earlier attempt may have been interrupted before it stored the subscription.
    for (const customerId of await this.customerIds.findIdsByUser(userId)) {
      const found = await this.providerSubscriptions.findCreatedFor(customerId, id);
      if (found && (await this.isUsable(found))) return this.store(found);
    }
    return undefined;
  }

  /** Those of a customer that was deleted have been canceled with it. */
  private async isUsable({ status, endedAt, customerId }: ProviderSubscription): Promise<boolean> {
    return status !== 'incomplete_expired' && (!endedAt || this.customers.exists(customerId));
  }

  async create(
    { id: subscriptionId, plan, interval, providerSubscriptionId: known }: SubscriptionEntity,
    { startedAt, ...request }: NewSubscription,
  ): Promise<ProviderSubscription> {
    // A webhook event may have shown another one since it was looked for.
    const current = await this.subscriptions.findById(subscriptionId);
    if ((current?.providerSubscriptionId ?? null) !== (known ?? null))
      throw new Error(`A subscription for ${subscriptionId} was stored in the meantime.`);
    const planPrice = getPlanPrice(plan, interval);
    const priceId = await this.prices.getId(planPrice);
    const creating = this.providerSubscriptions.create({
      ...request,
      ...(startedAt && { firstPeriod: { start: startedAt, interval } }),
      priceId,
      subscriptionId,
    });
    return this.store(await this.prices.verifyAfterFailure(planPrice, creating));
  }

  private async store(created: ProviderSubscription): Promise<ProviderSubscription> {
    if (await this.database.transaction(() => this.linkSubscription.link(created)))
      throw new Error(`Another subscription was set up instead of ${created.id}.`);
    return created;
  }
}
