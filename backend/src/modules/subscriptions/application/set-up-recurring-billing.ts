import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Users } from '../../auth/index.js';
import {
  PaymentProvider,
  Prices,
  ProviderCustomers,
  type ProviderSubscription,
} from '../../billing/index.js';
import { givesAccess, type Subscription } from '../domain/subscription.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { RequestCancellation } from './request-cancellation.js';

/** Customer and subscription at the provider. */
export interface RecurringSetup {
  customerId: string;
  subscription: ProviderSubscription;
}

/**
 * Creates a customer with a recurring subscription at the provider for a paid checkout, and applies the payment to the first invoice,
 * so that nothing is charged twice. Each step checks before it creates something, so it can be interrupted anywhere and run again.
 */
@Injectable()
export class SetUpRecurringBilling {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly prices: Prices,
    private readonly customers: ProviderCustomers,
    private readonly users: Users,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly requestCancellation: RequestCancellation,
  ) {}

  /** Undefined if there is nothing left to do. `attempt` makes the idempotency keys unique per attempt. */
  async setUp(subscriptionId: string, attempt: number): Promise<RecurringSetup | undefined> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription || subscription.recurringSetupAt || !givesAccess(subscription.status)) return undefined;
    const intent = await this.paidIntentOf(subscription);
    const key = (step: string): string => `checkout:${subscription.checkoutId}:${step}:${attempt}`;
    const customerId = await this.customerOf(subscription.userId, key('customer'));
    const { paymentMethodId } = intent;
    if (!paymentMethodId) throw new Error(`Payment ${intent.id} has no payment method for renewals.`);
    await this.provider.attachPaymentMethod({ customerId, paymentMethodId, key: key('method') });
    const created = await this.provider.ensureSubscription({
      customerId,
      paymentMethodId,
      priceId: await this.prices.idOf(planPriceOf(subscription.plan, subscription.interval)),
      subscriptionId: subscription.id,
      key: key('sub'),
    });
    if (created.latestInvoice && created.latestInvoice.status !== 'paid') {
      await this.provider.attachPaymentToInvoice({
        invoiceId: created.latestInvoice.id,
        paymentIntentId: intent.id,
        key: key('credit'),
      });
    }
    return { customerId, subscription: (await this.provider.findSubscription(created.id)) ?? created };
  }

  /** Records the setup; requires a transaction. If the user was deleted in the meantime, requests cancellation again. */
  async record(subscriptionId: string, { customerId, subscription: created }: RecurringSetup): Promise<void> {
    const subscription = await this.subscriptions.lock(subscriptionId);
    if (!subscription) return;
    await this.customers.save(subscription.userId, customerId);
    await this.subscriptions.markRecurringSetup(subscriptionId, {
      ...created,
      providerSubscriptionId: created.id,
    });
    if (!givesAccess(subscription.status)) await this.requestCancellation.requestAgain(subscription.userId);
  }

  private async paidIntentOf(subscription: Subscription) {
    const checkout = await this.checkouts.findById(subscription.checkoutId);
    const intent = checkout?.paymentIntentId
      ? await this.provider.findIntent(checkout.paymentIntentId)
      : undefined;
    if (!intent) throw new Error(`Payment of subscription ${subscription.id} not found at the provider.`);
    return intent;
  }

  private async customerOf(userId: string, key: string): Promise<string> {
    const known = await this.customers.idOf(userId);
    if (known) return known;
    const user = await this.users.findById(userId);
    if (!user) throw new Error(`User ${userId} not found.`);
    return this.provider.ensureCustomer({ userId, email: user.email, name: user.fullName, key });
  }
}
