import type { ProviderDispute } from './disputes.port.js';
import type { ProviderRefund } from './refunds.port.js';
import { returnedCents } from './returned-cents.js';

/** Refund metadata: whether the subscription ends with the refund. Without it, the rule of {@link refundedInPeriodAt} decides. */
export const END_SUBSCRIPTION = 'end_subscription';

/** Refunds and disputes of a payment. */
export interface PaymentReversal {
  paymentIntentId: string;
  receivedCents: number;
  /** Newest first. */
  refunds: readonly ProviderRefund[];
  /** Newest first. */
  disputes: readonly ProviderDispute[];
}

/**
 * When a refund ended the period that the payment was for; undefined if it did not. A full refund does, unless the period was over by
 * then, or staff decided to keep the plan with the refund that completed it.
 */
export function refundedInPeriodAt(
  { receivedCents, refunds }: PaymentReversal,
  periodEnd: Date,
): Date | undefined {
  const returned = refunds.filter(({ status }) => status === 'succeeded');
  const ending = returned.find(({ metadata }) => metadata[END_SUBSCRIPTION] === 'true');
  if (ending) return ending.createdAt;
  if (!isFullyRefunded({ receivedCents, refunds })) return undefined;
  const { createdAt, metadata } = returned[0]!;
  return metadata[END_SUBSCRIPTION] !== 'false' && createdAt < periodEnd ? createdAt : undefined;
}

export function isFullyRefunded({
  receivedCents,
  refunds,
}: Pick<PaymentReversal, 'receivedCents' | 'refunds'>): boolean {
  return receivedCents > 0 && returnedCents(refunds) >= receivedCents;
}

/** Whether the bank took the money back for good. */
export function isDisputeLost({ disputes }: PaymentReversal): boolean {
  return disputes.some(({ status }) => status === 'lost');
}

/** Whether a dispute is open. Inquiries (`warning_…`) take no money back. */
export function isDisputed({ disputes }: Pick<PaymentReversal, 'disputes'>): boolean {
  return disputes.some(({ status }) => status === 'needs_response' || status === 'under_review');
}
