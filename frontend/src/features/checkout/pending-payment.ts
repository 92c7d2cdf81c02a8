import {
  parseInterval,
  parsePaidPlan,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';

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

const STORAGE_KEY = 'pending-payment';

/** Call just before charging the card. */
export function savePendingPayment(payment: PendingPayment): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(payment));
  } catch {
    // Without storage the page cannot resume after a reload; the server still completes the payment.
  }
}

export function loadPendingPayment(): PendingPayment | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? 'null') as PendingPayment | null;
    const valid =
      stored?.clientSecret &&
      stored.paymentIntentId &&
      parsePaidPlan(stored.plan) &&
      parseInterval(stored.interval);
    return valid ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Call when the payment is complete or nothing was charged. */
export function clearPendingPayment(): void {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was stored.
  }
}
