import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Users } from '../auth/index.js';
import {
  CustomersPort,
  InvoicesPort,
  PaymentIntentsPort,
  Prices,
  ProviderCustomers,
  SubscriptionsPort,
  type ProviderSubscription,
} from '../billing/index.js';
import { givesAccess } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';

/**
 * Creates a customer with a recurring subscription at the provider, and applies the payment of the first period to the first invoice,
 * so that nothing is charged twice. Each step checks before it creates something, so it can be interrupted anywhere and run again.
 */
@Injectable()
export class SetUpRecurringBilling {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly customers: CustomersPort,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly invoices: InvoicesPort,
    private readonly prices: Prices,
    private readonly customerIds: ProviderCustomers,
    private readonly users: Users,
  ) {}

  /** Undefined if there is nothing left to do. `attempt` makes the idempotency keys unique per attempt. */
  async setUp(
    subscription: SubscriptionEntity,
    paymentIntentId: string | null | undefined,
    attempt: number,
  ): Promise<ProviderSubscription | undefined> {
    if (subscription.recurringSetupAt || !givesAccess(subscription.status)) return undefined;
    const intent = paymentIntentId ? await this.paymentIntents.find(paymentIntentId) : undefined;
    if (!intent) throw new Error(`Payment of subscription ${subscription.id} not found at the provider.`);
    const key = (step: string): string => `checkout:${subscription.checkoutId}:${step}:${attempt}`;
    const customerId = await this.customerOf(subscription.userId, key('customer'));
    const { paymentMethodId } = intent;
    if (!paymentMethodId) throw new Error(`Payment ${intent.id} has no payment method for renewals.`);
    await this.customers.attachPaymentMethod({ customerId, paymentMethodId, key: key('method') });
    const created = await this.providerSubscriptions.ensure({
      customerId,
      paymentMethodId,
      priceId: await this.prices.idOf(planPriceOf(subscription.plan, subscription.interval)),
      subscriptionId: subscription.id,
      key: key('sub'),
    });
    if (created.latestInvoice && created.latestInvoice.status !== 'paid') {
      await this.invoices.attachPayment({
        invoiceId: created.latestInvoice.id,
        paymentIntentId: intent.id,
        key: key('credit'),
      });
    }
    return (await this.providerSubscriptions.find(created.id)) ?? created;
  }

  private async customerOf(userId: string, key: string): Promise<string> {
    const known = await this.customerIds.idOf(userId);
    if (known) return known;
    const user = await this.users.findById(userId);
    if (!user) throw new Error(`User ${userId} not found.`);
    return this.customers.ensure({ userId, email: user.email, name: user.fullName, key });
  }
}
