import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Users } from '../../auth/index.js';
import {
  PaymentProvider,
  Prices,
  ProviderCustomers,
  type ProviderSubscription,
} from '../../billing/index.js';
import { givesAccess } from '../domain/subscription.js';
import type { SubscriptionEntity } from '../persistence/subscription.entity.js';

/**
 * Creates a customer with a recurring subscription at the provider, and applies the payment of the first period to the first invoice,
 * so that nothing is charged twice. Each step checks before it creates something, so it can be interrupted anywhere and run again.
 */
@Injectable()
export class SetUpRecurringBilling {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly prices: Prices,
    private readonly customers: ProviderCustomers,
    private readonly users: Users,
  ) {}

  /** Undefined if there is nothing left to do. `attempt` makes the idempotency keys unique per attempt. */
  async setUp(
    subscription: SubscriptionEntity,
    paymentIntentId: string | null | undefined,
    attempt: number,
  ): Promise<ProviderSubscription | undefined> {
    if (subscription.recurringSetupAt || !givesAccess(subscription.status)) return undefined;
    const intent = paymentIntentId ? await this.provider.findIntent(paymentIntentId) : undefined;
    if (!intent) throw new Error(`Payment of subscription ${subscription.id} not found at the provider.`);
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
    return (await this.provider.findSubscription(created.id)) ?? created;
  }

  private async customerOf(userId: string, key: string): Promise<string> {
    const known = await this.customers.idOf(userId);
    if (known) return known;
    const user = await this.users.findById(userId);
    if (!user) throw new Error(`User ${userId} not found.`);
    return this.provider.ensureCustomer({ userId, email: user.email, name: user.fullName, key });
  }
}
