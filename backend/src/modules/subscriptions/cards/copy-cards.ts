import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import {
  PaymentMethodsPort,
  PaymentMethodsRepository,
  ProviderCustomers,
  SubscriptionsPort,
} from '../../billing/index.js';
import { canGiveAccess } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

/** Copies the cards of customers from the provider, which stores them. */
@Injectable()
export class CopyCards {
  constructor(
    private readonly methods: PaymentMethodsPort,
    private readonly copies: PaymentMethodsRepository,
    private readonly customerIds: ProviderCustomers,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly database: Database,
  ) {}

  /** If the subscription can give access, its customer becomes the current one: new cards are added to the customer whose plan renews. */
  async copyForSubscription({ userId, status }: SubscriptionEntity, customerId: string): Promise<void> {
    if (canGiveAccess(status))
      await this.database.transaction(() => this.customerIds.makeCurrent(userId, customerId));
    await this.copyForCustomer(customerId);
  }

  /** Does nothing for an unknown customer, and for one that is not the user's current one. Deletes one that the provider deleted. */
  async copyForCustomer(customerId: string): Promise<void> {
    const userId = await this.customerIds.findUserId(customerId);
    if (!userId || (await this.customerIds.findIdByUser(userId)) !== customerId) return;
    const found = await this.methods.findCards(customerId);
    if (!found) {
      await this.database.transaction(async () => {
        await this.copies.replace(userId, [], null);
        await this.customerIds.deleteByProviderId(customerId);
      });
      return;
    }
    const { cards, defaultId } = found;
    const cardOfPlan = await this.cardOfPlan(userId);
    // It may be the card of an earlier customer.
    const renewsWith = cards.some(({ id }) => id === cardOfPlan) ? cardOfPlan! : defaultId;
    await this.database.transaction(() => this.copies.replace(userId, cards, renewsWith));
  }

  /** Does nothing if the user has no customer. */
  async copyForUser(userId: string): Promise<void> {
    const customerId = await this.customerIds.findIdByUser(userId);
    if (customerId) await this.copyForCustomer(customerId);
  }

  /** The card that renews the plan takes precedence over the customer's default. After a hosted checkout, only it is set. */
  private async cardOfPlan(userId: string): Promise<string | null | undefined> {
    const id = (await this.subscriptions.findCurrentByUser(userId))?.providerSubscriptionId;
    return id && (await this.providerSubscriptions.find(id))?.paymentMethodId;
  }

  /** All cards of the customer who has or had this one. */
  async copyForPaymentMethod(paymentMethodId: string): Promise<void> {
    const owner = await this.copies.findOwner(paymentMethodId);
    const customerId =
      (await this.methods.findCustomer(paymentMethodId)) ??
      (owner && (await this.customerIds.findIdByUser(owner)));
    if (customerId) await this.copyForCustomer(customerId);
  }
}
