import {
  parseInterval,
  parsePaidPlan,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';

/** A payment that was begun in this tab: enough to find out what became of it after a reload. Holds no password and no card. */
export interface PendingPayment {
  clientSecret: string;
  paymentIntentId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amount: number;
  /** Also of a buyer who is signed in: his session may end before the account has its plan. */
  email?: string;
  fullName?: string;
}

const STORAGE_KEY = 'pending-payment';

/** Notes a payment just before the card is charged. */
export function savePendingPayment(payment: PendingPayment): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(payment));
  } catch {
    // Without storage a reload cannot be survived here; the server still finishes the payment by itself.
  }
}

/** The payment begun in this tab, if any. */
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

/** Forgets it: it is done, or nothing was charged. */
export function clearPendingPayment(): void {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was kept, then.
  }
}
