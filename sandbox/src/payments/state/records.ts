/**
 * What the sandbox remembers besides the provider's own objects. Shapes only: they stand below everything that works with them.
 */
import type { EventType, InvoiceLineItem } from './wire.ts';

/** What the issuer knows of a payment method and the API never shows. */
export interface CardOnFile {
  /** Id of the payment method. */
  id: string;
  /** Number of the test card; empty for any other number, which is never kept. */
  number: string;
  /** Its owner was authenticated for charges in his absence. */
  setUp: boolean;
  /** Charged once without being saved: the provider lets no one use it again. */
  consumed: boolean;
}

/** An event as kept; `pending_webhooks` is worked out when it is read. */
export interface KeptEvent {
  id: string;
  type: EventType;
  created: number;
  object: object;
  previousAttributes: object | null;
  request: { id: string | null; idempotency_key: string | null };
}

/** An object that was deleted: its id still answers that it was. */
export interface DeletedObject {
  id: string;
  kind: 'customer' | 'product' | 'coupon';
}

/** A card handed over by a browser to be used later. Only numbers of test cards are ever kept. */
export interface CardToken {
  id: string;
  card: CardInput;
}

/** Facts about the sandbox itself: the clock's offset and where events are sent. */
export interface Setting {
  id: 'clock' | 'webhook_endpoint' | 'invoice_number';
  value: string;
}

/** What can happen by itself. */
export type TaskKind =
  | 'advance_subscription'
  | 'expire_incomplete_subscription'
  | 'cancel_subscription'
  | 'finalize_invoice'
  | 'retry_invoice'
  | 'resolve_payment'
  | 'expire_checkout_session'
  | 'open_dispute'
  | 'settle_refund';

/** Something that happens by itself once the sandbox's clock has reached its time. */
export interface Task {
  id: string;
  kind: TaskKind;
  /** Id of the object it is about. */
  subject: string;
  dueAt: number;
}

/** How sending one event to the endpoint goes. */
export interface Delivery {
  /** Id of the event. */
  id: string;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** How often it is sent; more than once only when a control asked for it. */
  copies: number;
  /** Real time in milliseconds. */
  nextAttemptAt: number;
  firstAttemptAt: number | null;
  /** Waits until another event was delivered: a control asked for a change of order. */
  held: boolean;
  /** What the endpoint last answered, or why it did not. */
  lastAnswer: string | null;
}

/** The first answer given under a key, to be given again. */
export interface KeptAnswer {
  /** The key, within the caller's own keys. */
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  /** Real time in seconds: moving the sandbox's clock prunes nothing. */
  keptAt: number;
}

/** A credit or charge that waits for the subscription's next invoice. */
export interface PendingProration {
  id: string;
  subscription: string;
  line: LineDraft;
}

/** A line before it stands on an invoice. */
export type LineDraft = Omit<InvoiceLineItem, 'invoice'>;

/** What a checkout session sells and how, kept beside the session because the API does not show all of it. */
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
  /** The intent that pays it, once the buyer has tried. */
  intent: string | null;
  /** The subscription it started, once the buyer has tried. */
  subscription: string | null;
}

/** A card as a caller gives it. */
export interface CardInput {
  number?: string;
  exp_month?: number;
  exp_year?: number;
  cvc?: string;
  /** `tok_visa` and the like, in place of the numbers. */
  token?: string;
}
