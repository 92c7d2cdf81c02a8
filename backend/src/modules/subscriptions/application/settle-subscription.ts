import { offerOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../auth/index.js';
import {
  PaymentProvider,
  Prices,
  ProviderCustomers,
  type ProviderSubscription,
} from '../../billing/index.js';
import { givesAccess, type Subscription } from '../domain/subscription.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { OrderPlanEnding } from './order-plan-ending.js';

/** What the provider made of a subscription. */
export interface Settlement {
  customerId: string;
  bought: ProviderSubscription;
}

/**
 * Makes a paid checkout a real customer with a recurring subscription at the provider, and credits the payment to its first
 * invoice, so that the first invoice is paid and nothing is charged twice. Each step looks before it makes something, so that
 * it may be cut off anywhere and run again.
 */
@Injectable()
export class SettleSubscription {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly prices: Prices,
    private readonly customers: ProviderCustomers,
    private readonly accounts: Accounts,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly orderPlanEnding: OrderPlanEnding,
  ) {}

  /** Undefined when there is nothing left to do. `attempt` makes the idempotency keys of each try its own. */
  async settle(subscriptionId: string, attempt: number): Promise<Settlement | undefined> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription || subscription.settledAt || !givesAccess(subscription.status)) return undefined;
    const intent = await this.paidIntentOf(subscription);
    const key = (step: string): string => `checkout:${subscription.checkoutId}:${step}:${attempt}`;
    const customerId = await this.customerOf(subscription.accountId, key('customer'));
    const { paymentMethodId } = intent;
    if (!paymentMethodId) throw new Error(`The payment ${intent.id} has no payment method to renew with.`);
    await this.provider.attachPaymentMethod({ customerId, paymentMethodId, key: key('method') });
    const created = await this.provider.ensureSubscription({
      customerId,
      paymentMethodId,
      priceId: await this.prices.idOf(offerOf(subscription.plan, subscription.interval)),
      subscriptionId: subscription.id,
      key: key('sub'),
    });
    if (created.latestInvoice && created.latestInvoice.status !== 'paid') {
      await this.provider.creditInvoice({
        invoiceId: created.latestInvoice.id,
        paymentIntentId: intent.id,
        key: key('credit'),
      });
    }
    return { customerId, bought: (await this.provider.findSubscription(created.id)) ?? created };
  }

  /** Notes the settlement; in a transaction. One that the account's deletion overtook is ended at the provider again. */
  async note(subscriptionId: string, { customerId, bought }: Settlement): Promise<void> {
    const subscription = await this.subscriptions.lock(subscriptionId);
    if (!subscription) return;
    await this.customers.note(subscription.accountId, customerId);
    await this.subscriptions.noteSettled(subscriptionId, { ...bought, providerSubscriptionId: bought.id });
    if (!givesAccess(subscription.status)) await this.orderPlanEnding.orderAgain(subscription.accountId);
  }

  private async paidIntentOf(subscription: Subscription) {
    const checkout = await this.checkouts.findById(subscription.checkoutId);
    const intent = checkout?.paymentIntentId
      ? await this.provider.findIntent(checkout.paymentIntentId)
      : undefined;
    if (!intent)
      throw new Error(`The payment of subscription ${subscription.id} is not known to the provider.`);
    return intent;
  }

  private async customerOf(accountId: string, key: string): Promise<string> {
    const known = await this.customers.idOf(accountId);
    if (known) return known;
    const account = await this.accounts.findById(accountId);
    if (!account) throw new Error(`The account ${accountId} is gone.`);
    return this.provider.ensureCustomer({ accountId, email: account.email, name: account.fullName, key });
  }
}
