import type { ProviderSubscription } from './subscriptions.port.js';

/** What a price change costs if it is made at this time. The lines include a credit or debt of the customer, if any. */
export interface PriceChangePreview {
  lines: { description: string; amountCents: number }[];
  /** What is charged. */
  dueNowCents: number;
  currency: string;
}

export interface PriceChange {
  subscriptionId: string;
  priceId: string;
  /** The time for which it is prorated, so that preview and charge agree to the second. */
  proratedAt: Date;
}

/** The payment status of a price change. */
export interface PriceChangeState {
  invoiceId: string;
  /** `voided`: it was abandoned, or not paid in time. */
  status: 'applied' | 'requires_action' | 'declined' | 'voided';
  /** For confirming the payment in the browser. */
  clientSecret: string | null;
  /** Why the payment was declined, as the bank or the provider names it. */
  failureCode: string | null;
}

/** Changes of subscriptions at the provider. All but {@link changePrice} set a state, so they can be repeated, even concurrently. */
export abstract class SubscriptionChangesPort {
  abstract previewPrice(change: PriceChange): Promise<PriceChangePreview>;
  /** Charges the difference. The price changes only once that is paid. The same key never charges twice. */
  abstract changePrice(change: PriceChange & { key: string }): Promise<PriceChangeState>;
  /** The state of exactly this price change, recognized by its price and time; undefined if it was not made. */
  abstract findPriceChange(change: PriceChange): Promise<PriceChangeState | undefined>;
  /**
   * Abandons a price change that waits for its payment, unless it is this one. Does nothing if there is none, or if it was just paid.
   * False if its payment is being processed, so that it can't be abandoned.
   */
  abstract abandonPriceChange(subscriptionId: string, except?: PriceChange): Promise<boolean>;
  /** Changes the price at the end of the current period. */
  abstract schedulePrice(subscriptionId: string, priceId: string): Promise<void>;
  /** The price change at the end of the period; undefined if none is scheduled. */
  abstract findScheduledPrice(
    scheduleId: string,
  ): Promise<
    (Pick<ProviderSubscription, 'planPrice'> & { amountCents: number | null; at: Date }) | undefined
  >;
  /** Cancels the scheduled change. The subscription continues as it is. */
  abstract releaseSchedule(subscriptionId: string): Promise<void>;
  abstract setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
}
