const LINK_SECONDS = 14 * 86_400;
/** A withdrawal takes effect when it is submitted, so its refund can be confirmed for as long as the card can usually be refunded. */
const REFUND_LINK_SECONDS = 90 * 86_400;

/** When the link in the receipt of a submission stops working. */
export function linkExpiresAt({ receivedAt, refundable }: { receivedAt: Date; refundable: boolean }): Date {
  return new Date(receivedAt.getTime() + (refundable ? REFUND_LINK_SECONDS : LINK_SECONDS) * 1000);
}

/** Links of submissions that were received later are valid: of those with a refund to confirm, and of others. */
export function oldestReceivedAt(now: Date): [refundable: Date, others: Date] {
  const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  return [before(REFUND_LINK_SECONDS), before(LINK_SECONDS)];
}
