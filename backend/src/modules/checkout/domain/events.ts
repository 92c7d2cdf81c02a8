import { eventType } from '../../../platform/outbox/event-type.js';

/** A paid checkout must be refunded, because the customer already has a plan or staff decided so. */
export const checkoutRefundDue = eventType<{ checkoutId: string; userId: string | null }>(
  'checkout.refund_due',
  'payments',
);

/** A checkout was refunded. */
export const checkoutRefunded = eventType<{
  checkoutId: string;
  userId: string | null;
  amountCents: number;
  currency: string;
}>('checkout.refunded', 'events');

/** A refund keeps failing; retries continue. Emitted once per checkout. */
export const checkoutRefundFailed = eventType<{ checkoutId: string }>('checkout.refund_failed', 'events');

/** A payment doesn't match its checkout and waits for review by staff. */
export const checkoutNeedsReview = eventType<{ checkoutId: string }>('checkout.needs_review', 'events');

/** A payment has no valid email address to provision it to. */
export const checkoutUnclaimed = eventType<{ checkoutId: string }>('checkout.unclaimed', 'events');

/** A checkout had too many declined charges and must be closed. */
export const checkoutDeclineLimitReached = eventType<{ checkoutId: string }>(
  'checkout.decline_limit_reached',
  'payments',
);
