import { useCallback, useState } from 'react';
import { logFault } from '../../lib/log';
import { useLoad } from '../../lib/use-load';
import { toastError } from '../../ui/toast';
import { findOutcome } from './charge';
import { loadPaymentSystem, type PaymentSystem } from './api/payment-system';
import { forgetPayment, recallPayment, type PendingPayment } from './pending-payment';

/** A payment of before the page was loaded that may have been charged; `paid` when that is certain. */
export interface UnfinishedPayment {
  payment: PendingPayment;
  paid: boolean;
}

export type PaymentSystemState =
  | { status: 'loading' }
  | { status: 'unavailable' }
  | { status: 'ready'; system: PaymentSystem; unfinished: UnfinishedPayment | undefined };

/** Loads the payment system and looks whether an earlier payment of this tab is still to be finished. */
export function usePaymentSystem(): { state: PaymentSystemState; retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const { value } = useLoad(`attempt ${attempt}`, open);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { state: value ?? { status: 'loading' }, retry };
}

async function open(): Promise<PaymentSystemState> {
  try {
    const system = await loadPaymentSystem();
    return { status: 'ready', system, unfinished: await findUnfinished(system) };
  } catch (fault) {
    logFault('payment system', fault);
    toastError({
      title: 'Configuration Error',
      description: 'Unable to load payment system. Please contact support.',
    });
    return { status: 'unavailable' };
  }
}

async function findUnfinished({ stripe }: PaymentSystem): Promise<UnfinishedPayment | undefined> {
  const payment = recallPayment();
  if (!payment) return undefined;
  const outcome = await findOutcome(stripe, payment.clientSecret);
  if (outcome.kind !== 'declined') return { payment, paid: outcome.kind === 'succeeded' };
  forgetPayment();
  return undefined;
}
