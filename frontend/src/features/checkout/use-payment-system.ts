import { useCallback, useState } from 'react';
import { logError } from '../../lib/log';
import { loadPaymentSystem, type PaymentSystem } from '../../lib/payments/payment-system';
import { useLoad } from '../../lib/use-load';
import { toastError, type ToastText } from '../../ui/feedback/toast';
import { findOutcome } from './charge';
import {
  clearPendingPayment,
  loadPaymentOfOtherTab,
  loadPendingPayment,
  type PendingPayment,
} from './pending-payment';

export const CONFIGURATION_ERROR: ToastText = {
  title: 'Configuration Error',
  description: 'Unable to load payment system. Please contact support.',
};

/** A payment from before a reload or from a closed tab that may have been charged; `paid` when that is certain. */
export interface PendingCompletion {
  payment: PendingPayment;
  paid: boolean;
}

/** What the buyer of a new account typed into this form, and the ticket that replaces another captcha; kept in memory only. */
export interface SignInCredentials {
  password?: string;
  signInTicket?: string;
}

export type PaymentSystemState =
  | { status: 'loading' }
  | { status: 'unavailable' }
  | { status: 'ready'; system: PaymentSystem; pending: PendingCompletion | undefined };

/** Loads the payment provider and checks for a pending payment of this browser. */
export function usePaymentSystem(): { state: PaymentSystemState; retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const { value } = useLoad(`attempt ${attempt}`, load);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { state: value ?? { status: 'loading' }, retry };
}

async function load(): Promise<PaymentSystemState> {
  try {
    const system = await loadPaymentSystem();
    return { status: 'ready', system, pending: await findPending(system) };
  } catch (error) {
    logError('payment system', error);
    toastError(CONFIGURATION_ERROR);
    return { status: 'unavailable' };
  }
}

async function findPending({ stripe }: PaymentSystem): Promise<PendingCompletion | undefined> {
  const payment = loadPendingPayment();
  if (!payment) return findPendingOfOtherTab(stripe);
  const outcome = await findOutcome(stripe, payment.clientSecret);
  if (outcome.kind !== 'declined') return { payment, paid: outcome.kind === 'succeeded' };
  clearPendingPayment();
  return undefined;
}

/** Only if its card was charged: until then, that tab may still be processing, and this one can pay the same intent. */
async function findPendingOfOtherTab(
  stripe: PaymentSystem['stripe'],
): Promise<PendingCompletion | undefined> {
  const payment = loadPaymentOfOtherTab();
  if (!payment) return undefined;
  const { kind } = await findOutcome(stripe, payment.clientSecret);
  return kind === 'succeeded' || kind === 'processing' ? { payment, paid: kind === 'succeeded' } : undefined;
}
