import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Prices, ProviderCustomers, SubscriptionsPort, type ProviderSubscription } from '../billing/index.js';
import { AdoptSubscription } from './adopt-subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';

/** The subscriptions that were created at the provider for ours, whose setup may not be complete. Their ids are stored at once. */
@Injectable()
export class CreatedSubscriptions {
  constructor(
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly customerIds: ProviderCustomers,
    private readonly prices: Prices,
    private readonly adoptSubscription: AdoptSubscription,
    private readonly database: Database,
  ) {}

  /** Undefined if there is none, or if it expired before it was paid. */
  async find(subscription: SubscriptionEntity): Promise<ProviderSubscription | undefined> {
    const { id, userId, providerSubscriptionId } = subscription;
    const stored = providerSubscriptionId && (await this.providerSubscriptions.find(providerSubscriptionId));
    if (stored && stored.status !== 'incomplete_expired') return stored;
    // The customer is stored before. An earlier attempt may have been interrupted before it stored the subscription.
    for (const customerId of await this.customerIds.allOf(userId)) {
      const found = await this.providerSubscriptions.findCreatedFor(customerId, id);
      if (found) return this.store(found);
    }
    return undefined;
  }

  async create(
    { id: subscriptionId, plan, interval }: SubscriptionEntity,
    request: { customerId: string; paymentMethodId: string | undefined; key: string },
  ): Promise<ProviderSubscription> {
    const priceId = await this.prices.idOf(planPriceOf(plan, interval));
    return this.store(await this.providerSubscriptions.create({ ...request, priceId, subscriptionId }));
  }

  private async store(created: ProviderSubscription): Promise<ProviderSubscription> {
    if (await this.database.transaction(() => this.adoptSubscription.adopt(created)))
      throw new Error(`Another subscription was set up instead of ${created.id}.`);
    return created;
  }
}
