import {
  parseInterval,
  parsePaidPlan,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { localValue, sessionValue } from '../../lib/browser/session-value';

/**
 * A payment started in this tab, with what is needed to check its status after a reload. Contains no password
 * and no card details.
 */
export interface PendingPayment {
  clientSecret: string;
  paymentIntentId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amount: number;
  /** Set for signed-in buyers too: their session may end before the plan is added. */
  email?: string;
  fullName?: string;
}

/** The same payment, for a tab that is opened after this one was closed. Contains no personal data. */
type SharedPayment = Omit<PendingPayment, 'email' | 'fullName'> & { savedAt: number };

/** An unpaid intent is canceled after this time. */
const SHARED_FOR_MS = 86_400_000;

const pending = sessionValue<PendingPayment>('pending-payment');
const shared = localValue<SharedPayment>('pending-payment');

/** Call just before charging the card. Without storage the page can't resume after a reload; the server still completes the payment. */
export function savePendingPayment(payment: PendingPayment): void {
  pending.save(payment);
  const { email: _, fullName: __, ...rest } = payment;
  shared.save({ ...rest, savedAt: Date.now() });
}

export function loadPendingPayment(): PendingPayment | undefined {
  return validated(pending.load());
}

/** The payment of another tab, which may be closed or still processing. */
export function loadPaymentOfOtherTab(): PendingPayment | undefined {
  const stored = shared.load();
  const isRecent = Date.now() - (stored?.savedAt ?? 0) < SHARED_FOR_MS;
  return isRecent ? validated(stored) : undefined;
}

function validated(stored: Partial<PendingPayment> | undefined): PendingPayment | undefined {
  const isValid =
    stored?.clientSecret &&
    stored.paymentIntentId &&
    parsePaidPlan(stored.plan) &&
    parseInterval(stored.interval);
  return isValid ? (stored as PendingPayment) : undefined;
}

/** Call when the payment is complete or nothing was charged. */
export function clearPendingPayment(): void {
  pending.clear();
  shared.clear();
}
