import { Injectable } from '@nestjs/common';
import {
  CustomersPort,
  EnsureCustomer,
  InvoicesPort,
  PaymentIntentsPort,
  SubscriptionsPort,
  PaymentProviderRejectedError,
  type PaymentIntent,
} from '../billing/index.js';
import { CreatedSubscriptions } from './created-subscriptions.js';
import type { RecurringSetup } from './recurring-setups.js';
import { canGiveAccess } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';

/** A payment method that was rejected this often is not tried again. */
const ATTEMPTS_TO_ATTACH = 5;

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
    private readonly ensureCustomer: EnsureCustomer,
    private readonly createdSubscriptions: CreatedSubscriptions,
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
    const earlier = await this.createdSubscriptions.find(subscription);
    if (!canGiveAccess(subscription.status))
      return earlier && { subscription: earlier, paymentToCheck: null };
    const intent = paymentIntentId ? await this.paymentIntents.find(paymentIntentId) : undefined;
    if (!intent) throw new Error(`Payment of subscription ${subscription.id} not found at the provider.`);
    const key = (step: string): string => `checkout:${subscription.checkoutId}:${step}:${attempt}`;
    const customerId = earlier?.customerId ?? (await this.ensureCustomer.ensure(subscription.userId));
    const paymentMethodId = await this.attachMethod(customerId, intent, { key: key('method'), attempt });
    const created =
      earlier ??
      (await this.createdSubscriptions.create(subscription, {
        customerId,
        paymentMethodId,
        key: key('sub'),
      }));
    if (created.latestInvoice && created.latestInvoice.status !== 'paid') {
      await this.invoices.attachPayment({
        invoiceId: created.latestInvoice.id,
        paymentIntentId: intent.id,
        amountCents: intent.receivedCents,
        key: key('credit'),
      });
    }
    return {
      subscription: (await this.providerSubscriptions.find(created.id)) ?? created,
      paymentToCheck: intent.refundedCents > 0 || intent.disputed ? intent.id : null,
    };
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
