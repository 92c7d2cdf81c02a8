import { CURRENCY } from '@subscription-site/shared/money';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import {
  NothingToRefundError,
  PaymentProviderRejectedError,
  RefundFailedError,
} from '../domain/billing-errors.js';
import {
  PaymentProvider,
  type HostedCheckout,
  type PaymentIntent,
  type ProviderEvent,
  type ProviderInvoice,
  type WebhookEvent,
  type ProviderPrice,
  type ProviderRefund,
  type ProviderSubscription,
} from '../domain/payment-provider.js';
import { returnedCents } from '../domain/returned-cents.js';
import { callStripe, findInStripe, createStripeClient } from './stripe-client.js';
import {
  toEvent,
  toHostedCheckout,
  toInvoice,
  toPaymentIntent,
  toPrice,
  toRefund,
  toSubscription,
} from './stripe-mappers.js';
import { readWebhookEvent } from './stripe-webhook-events.js';

const EXPAND_INTENT = { expand: ['latest_charge', 'payment_method'] };
const EXPAND_SUBSCRIPTION = { expand: ['latest_invoice'] };
const TOO_LATE_TO_CANCEL = new Set(['payment_intent_unexpected_state', 'resource_missing']);

@Injectable()
export class StripePaymentProvider extends PaymentProvider {
  private readonly stripe: Stripe;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
    this.stripe = createStripeClient(settings.stripe);
  }

  override async createIntent({
    planPrice,
    metadata,
    key,
  }: Parameters<PaymentProvider['createIntent']>[0]): Promise<PaymentIntent> {
    const intent = await callStripe(() =>
      this.stripe.paymentIntents.create(
        {
          amount: planPrice.amountCents,
          currency: CURRENCY,
          setup_future_usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata,
        },
        { idempotencyKey: key },
      ),
    );
    return toPaymentIntent(intent);
  }

  override async findIntent(id: string): Promise<PaymentIntent | undefined> {
    const intent = await findInStripe(() => this.stripe.paymentIntents.retrieve(id, EXPAND_INTENT));
    return intent && toPaymentIntent(intent);
  }

  override async cancelIntent(id: string): Promise<boolean> {
    try {
      await this.stripe.paymentIntents.cancel(id);
      return true;
    } catch (error) {
      if (TOO_LATE_TO_CANCEL.has((error as Stripe.errors.StripeError).code ?? '')) return false;
      return callStripe(() => Promise.reject(error));
    }
  }

  override async refundIntent(
    id: string,
    { metadata, key }: Parameters<PaymentProvider['refundIntent']>[1],
  ): Promise<ProviderRefund[]> {
    const intent = await this.findIntent(id);
    if (!intent?.receivedCents) throw new NothingToRefundError(id);
    if (intent.refundedCents < intent.receivedCents) {
      const earlier = await this.findRefunds(id);
      if (earlier.some((refund) => hasFailed(refund) && refund.metadata.event_id === metadata.event_id))
        throw new RefundFailedError('failed');
      const request = { payment_intent: id, metadata };
      await callStripe(() => this.stripe.refunds.create(request, { idempotencyKey: key }));
    }
    const refunds = await this.findRefunds(id);
    const isPending = refunds.some(({ status }) => status === 'pending');
    if (!isPending && returnedCents(refunds) < intent.receivedCents)
      throw new RefundFailedError(refunds[0]?.status ?? 'missing');
    return refunds;
  }

  override async findRefunds(intentId: string): Promise<ProviderRefund[]> {
    const query = { payment_intent: intentId, limit: 100 };
    return (await callStripe(() => this.stripe.refunds.list(query))).data.map(toRefund);
  }

  override async ensureCustomer(request: Parameters<PaymentProvider['ensureCustomer']>[0]): Promise<string> {
    const { userId, email, name, key } = request;
    const existing = await this.findCustomer({ userId, email });
    if (existing) return existing;
    const metadata = { user_id: userId };
    return (
      await callStripe(() => this.stripe.customers.create({ email, name, metadata }, { idempotencyKey: key }))
    ).id;
  }

  override async findCustomer({
    userId,
    email,
  }: Parameters<PaymentProvider['findCustomer']>[0]): Promise<string | undefined> {
    const customers = await callStripe(() => this.stripe.customers.list({ email, limit: 100 }));
    return customers.data.find((customer) => customer.metadata.user_id === userId)?.id;
  }

  override async attachPaymentMethod(
    request: Parameters<PaymentProvider['attachPaymentMethod']>[0],
  ): Promise<void> {
    const { customerId, paymentMethodId, key } = request;
    const method = await callStripe(() => this.stripe.paymentMethods.retrieve(paymentMethodId));
    if (method.customer === null) {
      await callStripe(() =>
        this.stripe.paymentMethods.attach(
          paymentMethodId,
          { customer: customerId },
          { idempotencyKey: `${key}:attach` },
        ),
      );
    }
    await callStripe(() =>
      this.stripe.customers.update(
        customerId,
        { invoice_settings: { default_payment_method: paymentMethodId } },
        { idempotencyKey: `${key}:default` },
      ),
    );
  }

  override async ensureSubscription(
    request: Parameters<PaymentProvider['ensureSubscription']>[0],
  ): Promise<ProviderSubscription> {
    const { customerId, priceId, paymentMethodId, subscriptionId, key } = request;
    const subscriptions = await callStripe(() =>
      this.stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice'],
      }),
    );
    const existing = subscriptions.data.find(({ metadata }) => metadata.subscription_id === subscriptionId);
    if (existing && existing.status !== 'incomplete_expired') return toSubscription(existing);
    const created = await callStripe(() =>
      this.stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceId }],
          default_payment_method: paymentMethodId,
          payment_behavior: 'default_incomplete',
          off_session: true,
          metadata: { subscription_id: subscriptionId },
          ...EXPAND_SUBSCRIPTION,
        },
        { idempotencyKey: key },
      ),
    );
    return toSubscription(created);
  }

  override async attachPaymentToInvoice({
    invoiceId,
    paymentIntentId,
    key,
  }: Parameters<PaymentProvider['attachPaymentToInvoice']>[0]): Promise<void> {
    const invoice = await callStripe(() => this.stripe.invoices.retrieve(invoiceId));
    if (invoice.status === 'paid') return;
    try {
      await callStripe(() =>
        this.stripe.invoices.attachPayment(
          invoiceId,
          { payment_intent: paymentIntentId },
          { idempotencyKey: key },
        ),
      );
    } catch (error) {
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
      await this.markPaidOutOfBand(invoice, paymentIntentId, key);
    }
  }

  /** Writes the metadata first, because a retry skips invoices that are already paid. */
  private async markPaidOutOfBand(
    invoice: Stripe.Invoice,
    paymentIntentId: string,
    key: string,
  ): Promise<void> {
    const metadata = { payment_intent: paymentIntentId };
    const { id, subscriptionId } = toInvoice(invoice);
    await callStripe(() =>
      this.stripe.invoices.update(id, { metadata }, { idempotencyKey: `${key}:invoice` }),
    );
    if (subscriptionId) {
      await callStripe(() =>
        this.stripe.subscriptions.update(
          subscriptionId,
          { metadata },
          { idempotencyKey: `${key}:subscription` },
        ),
      );
    }
    await callStripe(() =>
      this.stripe.invoices.pay(id, { paid_out_of_band: true }, { idempotencyKey: `${key}:out-of-band` }),
    );
  }

  override async findSubscription(id: string): Promise<ProviderSubscription | undefined> {
    const subscription = await findInStripe(() =>
      this.stripe.subscriptions.retrieve(id, EXPAND_SUBSCRIPTION),
    );
    return subscription && toSubscription(subscription);
  }

  override async findUncanceledSubscriptions(customer: string): Promise<string[]> {
    const all = await callStripe(() =>
      this.stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    );
    return all.data.filter(({ ended_at }) => ended_at === null).map(({ id }) => id);
  }

  override async cancelSubscription(id: string): Promise<void> {
    const subscription = await this.findSubscription(id);
    if (!subscription || subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
      return;
    await callStripe(() => this.stripe.subscriptions.cancel(id));
  }

  override async findRenewalsPaidSince(subscriptionId: string, since: Date): Promise<string[]> {
    const invoices = await this.invoicesOf(subscriptionId);
    return invoices
      .filter(({ billing_reason }) => billing_reason !== 'subscription_create')
      .filter(({ status_transitions: { paid_at } }) => paid_at !== null && paid_at * 1000 >= since.getTime())
      .flatMap((invoice) => intentOf(invoice) ?? []);
  }

  override async createHostedCheckout(
    request: Parameters<PaymentProvider['createHostedCheckout']>[0],
  ): Promise<HostedCheckout> {
    const { priceId, customerId, email, metadata, successUrl, cancelUrl, key } = request;
    const session = await callStripe(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          line_items: [{ price: priceId, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          metadata,
          subscription_data: { metadata },
          ...(customerId ? { customer: customerId } : { customer_email: email }),
        },
        { idempotencyKey: key },
      ),
    );
    return toHostedCheckout(session);
  }

  override async findHostedCheckout(id: string): Promise<HostedCheckout | undefined> {
    const session = await findInStripe(() => this.stripe.checkout.sessions.retrieve(id));
    return session && toHostedCheckout(session);
  }

  override async expireHostedCheckout(id: string): Promise<boolean> {
    try {
      await callStripe(() => this.stripe.checkout.sessions.expire(id));
      return true;
    } catch (error) {
      if (error instanceof PaymentProviderRejectedError) return false;
      throw error;
    }
  }

  override async findInvoice(id: string): Promise<ProviderInvoice | undefined> {
    const invoice = await findInStripe(() => this.stripe.invoices.retrieve(id));
    return invoice && toInvoice(invoice);
  }

  override async findIntentOfFirstInvoice(subscriptionId: string): Promise<string | undefined> {
    const first = (await this.invoicesOf(subscriptionId)).at(-1);
    return first && intentOf(first);
  }

  override async findPrices(lookupKeys: readonly string[]): Promise<ProviderPrice[]> {
    const prices = await callStripe(() =>
      this.stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: 100 }),
    );
    return prices.data.map(toPrice);
  }

  override async createPrice(planPrice: PlanPrice, productName: string): Promise<ProviderPrice> {
    const product = await callStripe(() =>
      this.stripe.products.create(
        { name: productName, metadata: { plan: planPrice.plan } },
        { idempotencyKey: `product:${planPrice.plan}:${productName}` },
      ),
    );
    const price = await callStripe(() =>
      this.stripe.prices.create({
        product: product.id,
        currency: CURRENCY,
        unit_amount: planPrice.amountCents,
        recurring: { interval: planPrice.interval },
        lookup_key: planPrice.lookupKey,
      }),
    );
    return toPrice(price);
  }

  override async *listEvents({
    types,
    since,
  }: Parameters<PaymentProvider['listEvents']>[0]): AsyncIterable<ProviderEvent[]> {
    const query = { types: [...types], created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
    let page: Stripe.ApiList<Stripe.Event>;
    let after: { starting_after?: string } = {};
    do {
      page = await callStripe(() => this.stripe.events.list({ ...query, ...after }));
      yield page.data.map(toEvent);
      after = { starting_after: page.data.at(-1)?.id };
    } while (page.has_more);
  }

  override readWebhookEvent(rawBody: Buffer, signature: string): WebhookEvent {
    const { webhookSecret: secret } = this.settings.stripe;
    return readWebhookEvent(this.stripe.webhooks, rawBody, signature, { secret, now: this.clock.now() });
  }

  /** Newest first, with their payments. */
  private async invoicesOf(subscription: string): Promise<Stripe.Invoice[]> {
    const invoices = await callStripe(() =>
      this.stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] }),
    );
    return invoices.data;
  }
}

const hasFailed = ({ status }: ProviderRefund): boolean => status === 'failed' || status === 'canceled';

/** The intent that paid an invoice. */
function intentOf(invoice: Stripe.Invoice): string | undefined {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  return typeof payment === 'string' ? payment : payment?.id;
}
