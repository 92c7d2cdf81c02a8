/** A verified webhook event, reduced to its type and the affected objects. Their state is read from the provider instead. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** Null if the object has no id, such as a balance or an invoice preview. */
  objectId: string | null;
  /** The related payment intent, if the object is not one itself. */
  paymentIntentId: string | null;
  /** The related subscription, if the object is not one itself. */
  subscriptionId: string | null;
  /** The related invoice, if the object is not one itself. */
  invoiceId: string | null;
  /** The related customer, if the object is not one itself. */
  customerId: string | null;
}

/** An event from the provider's event list. */
export interface ProviderEvent extends WebhookEvent {
  occurredAt: Date;
}

/** The provider's events, as it sends and as it lists them. */
export abstract class WebhooksPort {
  /** Throws `InvalidWebhookSignatureError` or `MalformedWebhookEventError`. */
  abstract read(rawBody: Buffer, signature: string): WebhookEvent;
  /** Pages of events of these types, newest first. The provider keeps events for 30 days. */
  abstract list(query: { types: readonly string[]; since: Date }): AsyncIterable<ProviderEvent[]>;
}
