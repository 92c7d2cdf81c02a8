/** `failing`: the last attempt to process the event failed; it is retried. `handled`: processed completely. */
export const WEBHOOK_STATUSES = ['received', 'failing', 'handled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A webhook event from the payment provider, without its contents. Times are ISO 8601, UTC. */
export interface WebhookListItem {
  id: string;
  /** The payment provider's ID. */
  providerEventId: string;
  type: string;
  /** ID of the object that the event is about. */
  objectId: string;
  status: WebhookStatus;
  receivedAt: string;
  /** Null until the event is handled, and again two weeks later. */
  handledAt: string | null;
  /** Null if the event was handled more than two weeks ago. */
  attempts: number | null;
  /** Why the last attempt failed. */
  lastError: string | null;
  /** Whether it can be processed again. */
  replayable: boolean;
}

export interface WebhookFilter {
  status?: WebhookStatus;
  /** A type or the beginning of one. */
  type?: string;
  /** ID of the event, of its object, or of one that this object refers to. */
  objectId?: string;
}

export interface WebhookList {
  items: WebhookListItem[];
  nextCursor: string | null;
}

export interface WebhookReplay {
  status: 'due';
}
