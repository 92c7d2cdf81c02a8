import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import {
  CustomersPort,
  EnsureCustomer,
  InvoicesPort,
  PaymentIntentsPort,
  SubscriptionsPort,
  PaymentProviderRejectedError,
  type PaymentIntent,
  type ProviderSubscription,
} from '../billing/index.js';
import { CreatedSubscriptions } from './created-subscriptions.js';
import type { RecurringSetup } from './recurring-setups.js';
import { canGiveAccess, isEnded } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { statusFrom } from './sync-subscription.js';

/** A payment method or a start date that was rejected this often is not tried again. */
const ATTEMPTS_BEFORE_FALLBACK = 5;

/**
 * Creates a customer with a recurring subscription at the provider, and applies the payment of the first period to the first invoice,
 * so that nothing is charged twice, neither to the card nor to the customer's balance. Each step checks before it creates something, so
 * it can be interrupted anywhere and run again.
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
    private readonly clock: Clock,
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
      return earlier && { subscription: earlier, paymentToCheck: null, differingInvoice: null };
    const intent = paymentIntentId ? await this.paymentIntents.find(paymentIntentId) : undefined;
    if (!intent) throw new Error(`Payment of subscription ${subscription.id} not found at the provider.`);
    const key = (step: string): string => `checkout:${subscription.checkoutId}:${step}:${attempt}`;
    const customerId = earlier?.customerId ?? (await this.ensureCustomer.ensure(subscription.userId));
    const paymentMethodId = await this.attachMethod(customerId, intent, { key: key('method'), attempt });
    const created =
      earlier ??
      (await this.create(subscription, intent, {
        customerId,
        paymentMethodId,
        key: key('sub'),
        attempt,
      }));
    return this.payFirstInvoice(subscription, created, intent, key('credit'));
  }

  /** Finishes a setup that was interrupted after it had created the subscription. Undefined if there is nothing to finish. */
  async finish(
    subscription: SubscriptionEntity,
    created: ProviderSubscription,
  ): Promise<RecurringSetup | undefined> {
    const { recurringSetupAt, paymentIntentId, checkoutId } = subscription;
    const status = statusFrom(created);
    if (recurringSetupAt || !status || isEnded(status)) return undefined;
    const intent = paymentIntentId ? await this.paymentIntents.find(paymentIntentId) : undefined;
    return (
      intent && this.payFirstInvoice(subscription, created, intent, `checkout:${checkoutId}:credit:check`)
    );
  }

  /** The first period starts with the payment. If the provider keeps rejecting that, it starts now. */
  private async create(
    subscription: SubscriptionEntity,
    { chargedAt }: PaymentIntent,
    {
      key,
      attempt,
      ...request
    }: { customerId: string; paymentMethodId: string | undefined; key: string; attempt: number },
  ): Promise<ProviderSubscription> {
    const { currentPeriodStart, currentPeriodEnd } = subscription;
    const isFirstPeriod = currentPeriodStart.getTime() === chargedAt?.getTime();
    const startedAt = isFirstPeriod && currentPeriodEnd > this.clock.now() ? currentPeriodStart : undefined;
    try {
      return await this.createdSubscriptions.create(subscription, { ...request, startedAt, key });
    } catch (error) {
      const isRejected = error instanceof PaymentProviderRejectedError;
      if (!startedAt || !isRejected || attempt < ATTEMPTS_BEFORE_FALLBACK) throw error;
      return this.createdSubscriptions.create(subscription, { ...request, key: `${key}:now` });
    }
  }

  private async payFirstInvoice(
    { amountCents }: SubscriptionEntity,
    { id }: ProviderSubscription,
    intent: PaymentIntent,
    key: string,
  ): Promise<RecurringSetup> {
    const { receivedCents, refundedCents, disputed } = intent;
    const payment = { subscriptionId: id, paymentIntentId: intent.id, amountCents: receivedCents, key };
    const first = await this.invoices.attachFirstPayment(payment);
    const isAsPaid = first.totalCents === amountCents && first.paidCents === receivedCents;
    return {
      subscription: (await this.providerSubscriptions.find(id))!,
      differingInvoice: isAsPaid ? null : first,
      paymentToCheck: refundedCents > 0 || disputed ? intent.id : null,
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
      if (!(error instanceof PaymentProviderRejectedError) || attempt < ATTEMPTS_BEFORE_FALLBACK) throw error;
      return undefined;
    }
  }
}
