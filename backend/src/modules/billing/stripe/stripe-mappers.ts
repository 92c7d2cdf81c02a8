import { PLAN_PRICES, type PlanPrice } from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import type { HostedCheckout } from '../hosted/hosted-checkouts.port.js';
import type { ProviderInvoice } from '../invoices/invoices.port.js';
import type { PaymentIntent } from '../payments/payment-intents.port.js';
import type { ProviderPrice } from '../prices/prices.port.js';
import type { ProviderRefund } from '../payments/refunds.port.js';
import type { ProviderSubscription } from '../subscriptions/subscriptions.port.js';
import type { ProviderEvent } from '../webhooks/webhooks.port.js';
import { toWebhookEvent } from './stripe-webhook-events.js';

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const fromUnixSeconds = (seconds: number): Date => new Date(seconds * 1000);

/** Requires `latest_charge` and `payment_method` to be expanded. */
export function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null;
  const billing = charge?.billing_details ?? method?.billing_details;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status as PaymentIntent['status'],
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    livemode: intent.livemode,
    metadata: intent.metadata,
    paymentMethodId: idOf(intent.payment_method),
    billingEmail: billing?.email ?? intent.receipt_email ?? null,
    billingName: billing?.name ?? null,
  };
}

export function toRefund({ amount, status, metadata }: Stripe.Refund): ProviderRefund {
  return { amountCents: amount, status: status as ProviderRefund['status'], metadata: metadata ?? {} };
}

/** Requires `latest_invoice` to be expanded. Billing periods are a property of the items. */
export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0];
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer)!,
    status: subscription.status as ProviderSubscription['status'],
    metadata: subscription.metadata,
    planPrice: findPlanPrice(item?.price.lookup_key),
    currentPeriodStart: fromUnixSeconds(item?.current_period_start ?? subscription.created),
    currentPeriodEnd: fromUnixSeconds(item?.current_period_end ?? subscription.created),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endedAt: subscription.ended_at ? fromUnixSeconds(subscription.ended_at) : null,
    latestInvoice: invoice
      ? { id: invoice.id!, status: invoice.status, payUrl: invoice.hosted_invoice_url ?? null }
      : null,
  };
}

function findPlanPrice(lookupKey: string | null | undefined): PlanPrice | null {
  return PLAN_PRICES.find((planPrice) => planPrice.lookupKey === lookupKey) ?? null;
}

export function toHostedCheckout(session: Stripe.Checkout.Session): HostedCheckout {
  return {
    id: session.id,
    url: session.url,
    paid: session.status === 'complete' && session.payment_status !== 'unpaid',
    amountCents: session.amount_total,
    currency: session.currency,
    payer: {
      email: session.customer_details?.email ?? session.customer_email,
      name: session.customer_details?.name ?? null,
    },
    subscriptionId: idOf(session.subscription),
    customerId: idOf(session.customer),
    metadata: session.metadata ?? {},
  };
}

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id!,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoice.status ?? 'draft',
    amountPaidCents: invoice.amount_paid,
    currency: invoice.currency,
    pageUrl: invoice.hosted_invoice_url ?? null,
    issuedAt: fromUnixSeconds(invoice.created),
  };
}

export function toPrice(price: Stripe.Price): ProviderPrice {
  return {
    id: price.id,
    lookupKey: price.lookup_key ?? '',
    amountCents: price.unit_amount,
    currency: price.currency,
    interval: price.recurring?.interval ?? null,
    intervalCount: price.recurring?.interval_count ?? null,
  };
}

export function toEvent(event: Stripe.Event): ProviderEvent {
  return { ...toWebhookEvent(event), occurredAt: fromUnixSeconds(event.created) };
}
