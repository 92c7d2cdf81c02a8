import { toAsciiDigits } from '@subscription-site/shared/typed-text';
import type { StaffPayment } from '@subscription-site/shared/contracts';

/** A payment that can be refunded. */
export type RefundablePayment = StaffPayment & { paymentId: string };

/** The payment provider holds or has returned the money of these payments. */
const DISPUTES_WITHOUT_REFUND: readonly (string | null)[] = ['needs_response', 'under_review', 'lost'];

/** What has not been refunded of a payment. */
export function refundableCents({ amountPaidCents, refundedCents }: StaffPayment): number {
  return amountPaidCents - refundedCents;
}

/** Whether something of the payment can be refunded. */
export function isRefundable(payment: StaffPayment): payment is RefundablePayment {
  const { paymentId, status, disputeStatus } = payment;
  if (!paymentId || status !== 'paid' || DISPUTES_WITHOUT_REFUND.includes(disputeStatus)) return false;
  return refundableCents(payment) > 0;
}

const ARABIC_DECIMAL_SEPARATOR = '\u066B';

/** The cents of an amount as typed, such as `39`, `39.50` or `$1,039`, in digits of any script; undefined if it isn't one. */
export function parseCents(text: string): number | undefined {
  const [, whole, cents = ''] =
    /^\$?(\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(
      toAsciiDigits(text).trim().replace(ARABIC_DECIMAL_SEPARATOR, '.'),
    ) ?? [];
  return whole === undefined ? undefined : Number(whole.replaceAll(',', '') + cents.padEnd(2, '0'));
}

/** Whether an amount was typed with a decimal comma, such as `39,50`, which could also be a separator of thousands. */
export const hasDecimalComma = (text: string): boolean => /\d,\d{1,2}$/.test(toAsciiDigits(text).trim());
