import type { EventType } from '../../../platform/outbox/event-type.js';
import {
  hostedCheckoutCompleted,
  paymentDeclined,
  paymentReversed,
  paymentSucceeded,
  providerInvoiceChanged,
  providerSubscriptionChanged,
} from './events.js';
import type { ProviderNotice } from './payment-provider.js';

/** An event that a notice gives rise to. */
export interface Meaning {
  type: EventType<object>;
  payload: object;
}

const meaning = <Payload extends object>(type: EventType<Payload>, payload: Payload): Meaning => ({
  type,
  payload,
});

const HOSTED_CHECKOUT_PAID = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** Types that say that a checkout was paid. */
export const PAYMENT_EVENT_TYPES: readonly string[] = ['payment_intent.succeeded', ...HOSTED_CHECKOUT_PAID];

/** What a notice means here; nothing for the many types that concern nobody. */
export function meaningsOf({ type, objectId, paymentIntentId, subscriptionId }: ProviderNotice): Meaning[] {
  if (type === 'payment_intent.succeeded') return [meaning(paymentSucceeded, { paymentIntentId: objectId })];
  if (type === 'payment_intent.payment_failed')
    return [meaning(paymentDeclined, { paymentIntentId: objectId })];
  if (HOSTED_CHECKOUT_PAID.includes(type)) {
    return [meaning(hostedCheckoutCompleted, { providerSessionId: objectId })];
  }
  if (/^customer\.subscription\.(created|updated|deleted|paused|resumed)$/.test(type)) {
    return [meaning(providerSubscriptionChanged, { providerSubscriptionId: objectId })];
  }
  if (
    /^invoice\.(paid|finalized|payment_failed|payment_action_required|voided|marked_uncollectible)$/.test(
      type,
    )
  ) {
    const invoice = meaning(providerInvoiceChanged, { providerInvoiceId: objectId });
    return subscriptionId
      ? [invoice, meaning(providerSubscriptionChanged, { providerSubscriptionId: subscriptionId })]
      : [invoice];
  }
  if (
    /^(charge\.refunded|refund\.(created|updated|failed)|charge\.dispute\.(created|closed))$/.test(type) &&
    paymentIntentId
  ) {
    return [meaning(paymentReversed, { paymentIntentId })];
  }
  return [];
}
