import { Injectable } from '@nestjs/common';
import { InvoicesPort, type ProviderInvoice } from '../billing/index.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** What a payment was for. */
export interface PaidSubscription {
  subscription: SubscriptionEntity;
  /** Undefined for a first payment whose recurring billing is not set up. */
  invoice: ProviderInvoice | undefined;
}

/** The payments of subscriptions: first payments and renewals, made on our page or the provider's. */
@Injectable()
export class SubscriptionPayments {
  constructor(
    private readonly providerInvoices: InvoicesPort,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  /** Undefined if this intent did not pay for one of our subscriptions. */
  async findPaid(paymentIntentId: string): Promise<PaidSubscription | undefined> {
    const invoice = await this.providerInvoices.findPaidBy(paymentIntentId);
    const byInvoice =
      invoice?.subscriptionId && (await this.subscriptions.findByProviderId(invoice.subscriptionId));
    if (byInvoice) return { subscription: byInvoice, invoice };
    const subscription = await this.subscriptions.findByFirstPayment(paymentIntentId);
    if (!subscription) return undefined;
    const { providerSubscriptionId: id, recurringSetupAt } = subscription;
    const first = id && recurringSetupAt ? await this.providerInvoices.findFirst(id) : undefined;
    return { subscription, invoice: first };
  }

  /** Id of the intent that paid the first period, if any. */
  async findFirst({
    paymentIntentId,
    providerSubscriptionId,
  }: SubscriptionEntity): Promise<string | undefined> {
    if (paymentIntentId) return paymentIntentId;
    return providerSubscriptionId
      ? this.providerInvoices.findFirstIntentId(providerSubscriptionId)
      : undefined;
  }
}
