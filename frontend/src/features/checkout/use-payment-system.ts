import { useCallback, useState } from 'react';
import { logError } from '../../lib/log';
import { useLoad } from '../../lib/use-load';
import { toastError, type ToastText } from '../../ui/feedback/toast';
import { findOutcome } from './charge';
import { loadPaymentSystem, type PaymentSystem } from './api/payment-system';
import { clearPendingPayment, loadPendingPayment, type PendingPayment } from './pending-payment';

export const CONFIGURATION_ERROR: ToastText = {
  title: 'Configuration Error',
  description: 'Unable to load payment system. Please contact support.',
};

/** A payment from before a reload that may have been charged; `paid` when that is certain. */
export interface PendingCompletion {
  payment: PendingPayment;
  paid: boolean;
}

export type PaymentSystemState =
  | { status: 'loading' }
  | { status: 'unavailable' }
  | { status: 'ready'; system: PaymentSystem; pending: PendingCompletion | undefined };

/** Loads the payment provider and checks for a pending payment of this tab. */
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
  if (!payment) return undefined;
  const outcome = await findOutcome(stripe, payment.clientSecret);
  if (outcome.kind !== 'declined') return { payment, paid: outcome.kind === 'succeeded' };
  clearPendingPayment();
  return undefined;
}
