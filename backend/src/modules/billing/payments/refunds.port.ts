/** A refund in its current state at the provider. */
export interface ProviderRefund {
  id: string;
  createdAt: Date;
  paymentIntentId: string | null;
  amountCents: number;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  metadata: Readonly<Record<string, string>>;
}

export interface NewRefund {
  paymentIntentId: string;
  amountCents?: number;
  metadata: Record<string, string>;
  /** Idempotency key. */
  key: string;
}

export interface RefundRequest {
  metadata: { event_id: string; checkout_id?: string };
  /** Idempotency key. */
  key: string;
}

/** Refunds of payment intents at the provider. */
export abstract class RefundsPort {
  /**
   * Refunds the amount that has not been refunded yet. Returns all refunds of the payment; unless some are pending, they add up to the
   * full amount. Throws `NothingToRefundError` if no money was received, and `RefundFailedError` if a refund of the same event failed.
   */
  abstract refund(intentId: string, request: RefundRequest): Promise<ProviderRefund[]>;
  /** Refunds an amount; without one, everything that has not been refunded yet. */
  abstract create(refund: NewRefund): Promise<ProviderRefund>;
  /** Newest first. */
  abstract findByIntent(intentId: string): Promise<ProviderRefund[]>;
  /** Pages of refunds created since then, newest first. */
  abstract list(since: Date): AsyncIterable<ProviderRefund[]>;
}
