/**
 * Stored records other than the provider's API objects. Types only, so that every other module can import them.
 */
import type { EventType, InvoiceLineItem, SubscriptionItem } from './wire.ts';

/** The issuer's side of a payment method. Never exposed by the API. */
export interface CardOnFile {
  /** Id of the payment method. */
  id: string;
  /** Number of the test card; empty for any other number, which is never stored. */
  number: string;
  /** The cardholder authenticated for off-session charges. */
  setUp: boolean;
  /** The issuer declines every charge with this code, as set by a control. */
  declineCode?: string;
  /** Charged once without being saved, so it can't be used again. */
  consumed: boolean;
}

/** An event without `pending_webhooks`, which is computed on read. */
export interface StoredEvent {
  id: string;
  type: EventType;
  created: number;
  object: object;
  previousAttributes: object | null;
  request: { id: string | null; idempotency_key: string | null };
}

/** A deleted object. Retrieving it returns `deleted: true`. */
export interface DeletedObject {
  id: string;
  kind: 'customer' | 'product' | 'coupon';
}

/** A tokenized card. Only test card numbers are ever stored. */
export interface CardToken {
  id: string;
  card: CardInput;
}

/** A setting of the sandbox itself, such as the clock offset or the webhook endpoint. */
export interface Setting {
  id: 'billing' | 'clock' | 'webhook_endpoint' | 'invoice_number';
  value: string;
}

export type TaskKind =
  | 'advance_subscription'
  | 'expire_incomplete_subscription'
  | 'expire_pending_update'
  | 'cancel_subscription'
  | 'advance_schedule'
  | 'announce_schedule_end'
  | 'finalize_invoice'
  | 'retry_invoice'
  | 'resume_collection'
  | 'resolve_payment'
  | 'expire_checkout_session'
  | 'open_dispute'
  | 'lapse_dispute'
  | 'settle_refund';

/** Work that runs once the sandbox's clock reaches its due time. */
export interface Task {
  id: string;
  kind: TaskKind;
  /** Id of the object that the task is for. */
  subject: string;
  dueAt: number;
}

/** Delivery status of one event. */
export interface Delivery {
  /** Id of the event. */
  id: string;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** Requests per attempt; more than one only for simulated duplicates. */
  copies: number;
  /** Real time in milliseconds, unaffected by the sandbox's clock. */
  nextAttemptAt: number;
  firstAttemptAt: number | null;
  /** Waits until another event is delivered, to simulate reordering. */
  held: boolean;
  /** Last response status of the endpoint, or the reason there was none. */
  lastResponse: string | null;
}

/** The first response under an idempotency key, replayed to retries. */
export interface StoredResponse {
  /** The idempotency key, scoped by kind of API key. */
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  /** Real time in seconds, so that advancing the sandbox's clock doesn't expire it. */
  storedAt: number;
}

/** A credit or charge for the subscription's next invoice. */
export interface PendingProration {
  id: string;
  subscription: string;
  line: LineDraft;
}

/** An amount for the customer's next invoice. */
export interface PendingItem {
  id: string;
  customer: string;
  line: LineDraft;
}

/** A change of items that takes effect once its invoice is paid. */
export interface HeldUpdate {
  /** Id of the subscription. */
  id: string;
  invoice: string;
  anchor: number;
  items: SubscriptionItem[];
  /** Prorations of earlier changes on the same invoice. */
  collectedProrations: LineDraft[];
}

/** A line that is not on an invoice yet. */
export type LineDraft = Omit<InvoiceLineItem, 'invoice'>;

/** The order behind a checkout session, with data that the session itself doesn't expose. */
export interface SessionOrder {
  /** Id of the session. */
  id: string;
  items: { price: string; quantity: number }[];
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription?: string;
  trialEnd?: number;
  intentMetadata: Record<string, string>;
  intentDescription?: string;
  setupFutureUsage: 'on_session' | 'off_session' | null;
  /** The intent that pays for it, set on the first payment attempt. */
  intent: string | null;
  /** The subscription it starts, set on the first payment attempt. */
  subscription: string | null;
}

/** Card details from a request. */
export interface CardInput {
  number?: string;
  exp_month?: number;
  exp_year?: number;
  cvc?: string;
  /** A token such as `tok_visa`, instead of a number. */
  token?: string;
}
