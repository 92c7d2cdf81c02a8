import { planPriceOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import {
  CustomersPort,
  EnsureCustomer,
  InvoicesPort,
  PaymentIntentsPort,
  Prices,
  ProviderCustomers,
  SubscriptionsPort,
  PaymentProviderRejectedError,
  type PaymentIntent,
} from '../billing/index.js';
import type { RecurringSetup } from './recurring-setups.js';
import { canGiveAccess } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';

/** A payment method that was rejected this often is not tried again. */
const ATTEMPTS_TO_ATTACH = 5;

/**
 * Creates a customer with a recurring subscription at the provider, and applies the payment of the first period to the first invoice,
 * so that nothing is charged twice, neither to the card nor to the customer's balance. Each step checks before it creates something, so it can be interrupted anywhere and run again.
 */
@Injectable()
export class SetUpRecurringBilling {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly customers: CustomersPort,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly invoices: InvoicesPort,
    private readonly prices: Prices,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly customerIds: ProviderCustomers,
  ) {}

  /**
   * Undefined if there is nothing left to do. If the plan has ended, returns what an interrupted attempt created: recording it has it
   * canceled. `attempt` makes the idempotency keys unique per attempt.
   */
  async setUp(
    subscription: SubscriptionEntity,
    paymentIntentId: string | null | undefined,
    attempt: number,
  ): Promise<RecurringSetup | undefined> {
    if (subscription.recurringSetupAt) return undefined;
    if (!canGiveAccess(subscription.status)) return this.findCreated(subscription);
    const intent = paymentIntentId ? await this.paymentIntents.find(paymentIntentId) : undefined;
    if (!intent) throw new Error(`Payment of subscription ${subscription.id} not found at the provider.`);
    const key = (step: string): string => `checkout:${subscription.checkoutId}:${step}:${attempt}`;
    const customerId = await this.ensureCustomer.ensure(subscription.userId, key('customer'));
    const paymentMethodId = await this.attachMethod(customerId, intent, { key: key('method'), attempt });
    const created = await this.providerSubscriptions.ensure({
      customerId,
      paymentMethodId,
      priceId: await this.prices.idOf(planPriceOf(subscription.plan, subscription.interval)),
      subscriptionId: subscription.id,
      key: key('sub'),
    });
    const first = await this.invoices.attachFirstPayment({
      subscriptionId: created.id,
      paymentIntentId: intent.id,
      amountCents: intent.receivedCents,
      key: key('credit'),
    });
    return {
      subscription: (await this.providerSubscriptions.find(created.id)) ?? created,
      differingInvoice:
        first.totalCents === subscription.amountCents && first.paidCents === intent.receivedCents
          ? null
          : first,
      paymentToCheck: intent.refundedCents > 0 || intent.disputed ? intent.id : null,
    };
  }

  private async findCreated({ id, userId }: SubscriptionEntity): Promise<RecurringSetup | undefined> {
    const customerId = await this.customerIds.idOf(userId);
    const created = customerId && (await this.providerSubscriptions.findCreatedFor(customerId, id));
    return created ? { subscription: created, paymentToCheck: null, differingInvoice: null } : undefined;
  }

  /** Undefined if the provider rejects it for good: the subscription then starts without one, and its renewal asks for a card. */
  private async attachMethod(
    customerId: string,
    { paymentMethodId }: PaymentIntent,
    { key, attempt }: { key: string; attempt: number },
  ): Promise<string | undefined> {
    if (!paymentMethodId) return undefined;
    try {
      await this.customers.attachPaymentMethod({ customerId, paymentMethodId, key });
      return paymentMethodId;
    } catch (error) {
      if (!(error instanceof PaymentProviderRejectedError) || attempt < ATTEMPTS_TO_ATTACH) throw error;
      return undefined;
    }
  }
}
