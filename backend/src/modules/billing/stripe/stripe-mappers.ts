import { PLAN_PRICES, parseInterval, parsePaidPlan } from '@subscription-site/shared/plans';
import type Stripe from 'stripe';
import type { HostedCheckout } from '../hosted/hosted-checkouts.port.js';
import type { ProviderDispute } from '../payments/disputes.port.js';
import type { PaymentIntent } from '../payments/payment-intents.port.js';
import type { ProviderPrice } from '../prices/prices.port.js';
import type { ProviderRefund } from '../payments/refunds.port.js';
import type { ProviderSubscription } from '../subscriptions/subscriptions.port.js';
import type { ProviderEvent } from '../webhooks/webhooks.port.js';
import { toWebhookEvent } from './stripe-webhook-events.js';

export const getId = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
export const fromUnixSeconds = (seconds: number): Date => new Date(seconds * 1000);
export const dateOrNull = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? fromUnixSeconds(seconds) : null;

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
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    livemode: intent.livemode,
    chargedAt: charge && fromUnixSeconds(charge.created),
    metadata: intent.metadata,
    paymentMethodId: getId(intent.payment_method),
    cardFingerprint: method?.card?.fingerprint ?? null,
    card: method?.card ? { brand: method.card.brand, last4: method.card.last4 } : null,
    billingEmail: billing?.email ?? intent.receipt_email ?? null,
    billingName: billing?.name ?? null,
  };
}

export function toRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    createdAt: fromUnixSeconds(refund.created),
    paymentIntentId: getId(refund.payment_intent),
    amountCents: refund.amount,
    status: refund.status as ProviderRefund['status'],
    metadata: refund.metadata ?? {},
  };
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id: dispute.id,
    createdAt: fromUnixSeconds(dispute.created),
    paymentIntentId: getId(dispute.payment_intent),
    amountCents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueAt: dueBy ? fromUnixSeconds(dueBy) : null,
  };
}

/** Requires `latest_invoice` to be expanded. Billing periods are a property of the items. */
export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0];
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  return {
    id: subscription.id,
    createdAt: fromUnixSeconds(subscription.created),
    customerId: getId(subscription.customer)!,
    status: subscription.status as ProviderSubscription['status'],
    metadata: subscription.metadata,
    planPrice: findPlanPrice(item?.price),
    price: item
      ? { id: item.price.id, amountCents: item.price.unit_amount ?? 0, currency: item.price.currency }
      : null,
    currentPeriodStart: fromUnixSeconds(item?.current_period_start ?? subscription.created),
    currentPeriodEnd: fromUnixSeconds(item?.current_period_end ?? subscription.created),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    cancelAt: getCancelAt(subscription),
    endedAt: dateOrNull(subscription.ended_at),
    cancellationReason:
      subscription.cancellation_details?.comment ?? subscription.cancellation_details?.reason ?? null,
    scheduleId: getId(subscription.schedule),
    paymentMethodId: getId(subscription.default_payment_method),
    hasPendingUpdate: subscription.pending_update !== null,
    latestInvoice: invoice
      ? {
          id: invoice.id!,
          status: invoice.status,
          nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
          proratedAt: dateOrNull(invoice.lines.data.findLast(isProration)?.period.start),
        }
      : null,
  };
}

export function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return Boolean(parent?.subscription_item_details?.proration || parent?.invoice_item_details?.proration);
}

function getCancelAt({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): Date | null {
  return dateOrNull(cancel_at ?? (cancel_at_period_end ? items.data[0]?.current_period_end : null));
}

/** A replaced price has lost its lookup key; its product, if expanded, still names the plan. */
export function findPlanPrice(price: Stripe.Price | undefined): ProviderSubscription['planPrice'] {
  const byKey = PLAN_PRICES.find(({ lookupKey }) => lookupKey === price?.lookup_key);
  if (byKey || !price) return byKey ?? null;
  const product = typeof price.product === 'object' && !price.product.deleted ? price.product : null;
  const plan = parsePaidPlan(product?.metadata.plan);
  const interval = parseInterval(price.recurring?.interval);
  return plan && interval ? { plan, interval } : null;
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
    subscriptionId: getId(session.subscription),
    customerId: getId(session.customer),
    metadata: session.metadata ?? {},
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
