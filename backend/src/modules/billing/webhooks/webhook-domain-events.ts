import type { EventType } from '../../../platform/outbox/event-type.js';
import {
  cardSetupDeclined,
  cardSetupSucceeded,
  hostedCheckoutClosed,
  hostedCheckoutCompleted,
  invoiceNotIssued,
  paymentChanged,
  paymentDeclined,
  paymentMethodChanged,
  paymentReversed,
  paymentSucceeded,
  earlyFraudWarningReceived,
  providerCustomerChanged,
  providerInvoiceChanged,
  providerSubscriptionChanged,
} from '../events.js';
import type { WebhookEvent } from './webhooks.port.js';

/** A domain event to emit for a webhook event. */
export interface DomainEvent {
  type: EventType<object>;
  payload: object;
}

/** What a received and a stored webhook event have in common. */
type MappedEvent = Pick<WebhookEvent, 'type' | 'objectId'> & {
  [Id in 'paymentIntentId' | 'subscriptionId' | 'invoiceId']?: string | null | undefined;
};

type HandledEvent = MappedEvent & { objectId: string };
type Mapping = (event: HandledEvent) => DomainEvent[];

/** Nothing if the webhook event does not name the object. */
const emit =
  <Field extends string>(
    type: EventType<Record<Field, string>>,
    field: Field,
    getId: (event: HandledEvent) => string | null | undefined,
  ): Mapping =>
  (event) => {
    const id = getId(event);
    return id == null ? [] : [{ type: type as EventType<object>, payload: { [field]: id } }];
  };

const own = ({ objectId }: { objectId: string }): string => objectId;
const relatedIntent = ({ paymentIntentId }: HandledEvent) => paymentIntentId;
const relatedSubscription = ({ subscriptionId }: HandledEvent) => subscriptionId;
const relatedInvoice = ({ invoiceId }: HandledEvent) => invoiceId;

const invoice = emit(providerInvoiceChanged, 'providerInvoiceId', own);
const subscription = emit(providerSubscriptionChanged, 'providerSubscriptionId', relatedSubscription);
const reversedPayment = emit(paymentReversed, 'paymentIntentId', relatedIntent);

/** The first pattern that matches the type decides. */
const MAPPINGS: readonly (readonly [pattern: RegExp, ...mappings: Mapping[]])[] = [
  [/^payment_intent\.succeeded$/, emit(paymentSucceeded, 'paymentIntentId', own)],
  [/^payment_intent\.payment_failed$/, emit(paymentDeclined, 'paymentIntentId', own)],
  [/^payment_intent\.(processing|requires_action|canceled)$/, emit(paymentChanged, 'paymentIntentId', own)],
  [
    /^checkout\.session\.(completed|async_payment_succeeded)$/,
    emit(hostedCheckoutCompleted, 'providerSessionId', own),
  ],
  [
    /^checkout\.session\.(expired|async_payment_failed)$/,
    emit(hostedCheckoutClosed, 'providerSessionId', own),
  ],
  [
    /^customer\.subscription\.(created|updated|deleted|paused|resumed|trial_will_end|pending_update_applied|pending_update_expired)$/,
    emit(providerSubscriptionChanged, 'providerSubscriptionId', own),
  ],
  [/^subscription_schedule\./, subscription],
  [/^invoice\.finalization_failed$/, invoice, subscription, emit(invoiceNotIssued, 'providerInvoiceId', own)],
  [
    /^invoice\.(paid|finalized|updated|payment_failed|payment_action_required|payment_attempt_required|overdue|voided|marked_uncollectible)$/,
    invoice,
    subscription,
  ],
  [/^(charge\.refunded|refund\.(created|updated|failed)|charge\.dispute\.[a-z_]+)$/, reversedPayment],
  [/^credit_note\./, emit(providerInvoiceChanged, 'providerInvoiceId', relatedInvoice)],
  [/^customer\.(updated|deleted)$/, emit(providerCustomerChanged, 'providerCustomerId', own)],
  [
    /^payment_method\.(attached|updated|automatically_updated|detached)$/,
    emit(paymentMethodChanged, 'paymentMethodId', own),
  ],
  [/^setup_intent\.setup_failed$/, emit(cardSetupDeclined, 'setupIntentId', own)],
  [/^setup_intent\.succeeded$/, emit(cardSetupSucceeded, 'setupIntentId', own)],
  [
    /^radar\.early_fraud_warning\.created$/,
    emit(earlyFraudWarningReceived, 'paymentIntentId', relatedIntent),
  ],
];

/**
 * Types whose loss would leave a payment, a plan or access wrong. At most 20, the provider's limit for one list. The
 * others are followed by one of these, or are informational.
 */
export const RECOVERED_EVENT_TYPES: readonly string[] = [
  'payment_intent.succeeded',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.finalization_failed',
  'invoice.voided',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'setup_intent.succeeded',
  'payment_method.automatically_updated',
  'customer.deleted',
];

/** Handlers count these, so an event that is emitted again would be counted as another decline. */
const COUNTED: readonly EventType<object>[] = [paymentDeclined, cardSetupDeclined];

/** The domain events to emit to replay a handled webhook event; none if it can't be replayed. */
export function toReplayableEvents(event: MappedEvent): DomainEvent[] {
  return toDomainEvents(event).filter(({ type }) => !COUNTED.includes(type));
}

/** Maps a webhook event to domain events; none for unhandled types and objects without an id. */
export function toDomainEvents(event: MappedEvent): DomainEvent[] {
  const { type, objectId } = event;
  if (objectId === null) return [];
  const [, ...mappings] = MAPPINGS.find(([pattern]) => pattern.test(type)) ?? [];
  return mappings.flatMap((mapping) => mapping({ ...event, objectId }));
}
