import type { EventType } from '../../../platform/outbox/event-type.js';
import {
  hostedCheckoutCompleted,
  paymentDeclined,
  paymentReversed,
  paymentSucceeded,
  providerInvoiceChanged,
  providerSubscriptionChanged,
} from '../events.js';
import type { WebhookEvent } from './webhooks.port.js';

/** A domain event to emit for a webhook event. */
export interface DomainEvent {
  type: EventType<object>;
  payload: object;
}

const domainEvent = <Payload extends object>(type: EventType<Payload>, payload: Payload): DomainEvent => ({
  type,
  payload,
});

const HOSTED_CHECKOUT_PAID = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** Webhook event types that report a paid checkout. */
export const PAYMENT_EVENT_TYPES: readonly string[] = ['payment_intent.succeeded', ...HOSTED_CHECKOUT_PAID];

/** Maps a webhook event to domain events; none for unhandled types and objects without an id. */
export function domainEventsOf({
  type,
  objectId,
  paymentIntentId,
  subscriptionId,
}: WebhookEvent): DomainEvent[] {
  if (objectId === null) return [];
  if (type === 'payment_intent.succeeded')
    return [domainEvent(paymentSucceeded, { paymentIntentId: objectId })];
  if (type === 'payment_intent.payment_failed')
    return [domainEvent(paymentDeclined, { paymentIntentId: objectId })];
  if (HOSTED_CHECKOUT_PAID.includes(type)) {
    return [domainEvent(hostedCheckoutCompleted, { providerSessionId: objectId })];
  }
  if (/^customer\.subscription\.(created|updated|deleted|paused|resumed)$/.test(type)) {
    return [domainEvent(providerSubscriptionChanged, { providerSubscriptionId: objectId })];
  }
  if (
    /^invoice\.(paid|finalized|payment_failed|payment_action_required|voided|marked_uncollectible)$/.test(
      type,
    )
  ) {
    const invoice = domainEvent(providerInvoiceChanged, { providerInvoiceId: objectId });
    return subscriptionId
      ? [invoice, domainEvent(providerSubscriptionChanged, { providerSubscriptionId: subscriptionId })]
      : [invoice];
  }
  if (
    /^(charge\.refunded|refund\.(created|updated|failed)|charge\.dispute\.(created|closed))$/.test(type) &&
    paymentIntentId
  ) {
    return [domainEvent(paymentReversed, { paymentIntentId })];
  }
  return [];
}
