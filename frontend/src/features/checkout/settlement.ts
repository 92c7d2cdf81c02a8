import type { Stripe } from '@stripe/stripe-js';
import type { ProcessPaymentResponse } from '@subscription-site/shared/contracts';
import { ApiError, isRefusal } from '../../lib/api/api-error';
import { processPayment } from './api/checkout-api';
import { findOutcome } from './charge';
import type { PendingPayment } from './pending-payment';

/** How a payment that may have been charged ends. */
export type SettlementEnd =
  | { kind: 'done'; answer: ProcessPaymentResponse }
  | { kind: 'declined'; message: string }
  /** Paid, but this page may not have the account; the message says why. */
  | { kind: 'refused'; fault: ApiError }
  | { kind: 'abandoned' };

/** What is going on meanwhile. `struggling`: paid, but the server did not answer so far. */
export type SettlementStep = 'bank' | 'account' | 'struggling';

const DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 10_000];
const STRUGGLING_AFTER = 2;

/**
 * Waits until the provider knows the end of a payment, then asks the server for the account, again and again while the server is
 * away. Ends only with an answer or when `signal` is aborted; the money is never charged again by this.
 */
export async function settlePayment(
  stripe: Stripe,
  payment: PendingPayment & { password?: string },
  paid: boolean,
  onStep: (step: SettlementStep) => void,
  signal: AbortSignal,
): Promise<SettlementEnd> {
  let charged = paid;
  let failures = 0;
  for (let round = 0; !signal.aborted; round += 1) {
    if (!charged) {
      onStep('bank');
      const outcome = await findOutcome(stripe, payment.clientSecret);
      if (outcome.kind === 'declined') return outcome;
      charged = outcome.kind === 'succeeded';
    }
    if (charged) {
      onStep(failures >= STRUGGLING_AFTER ? 'struggling' : 'account');
      const end = await askForAccount(payment);
      if (end) return end;
      failures += 1;
    }
    await pause(DELAYS_MS[Math.min(round, DELAYS_MS.length - 1)]!, signal);
  }
  return { kind: 'abandoned' };
}

async function askForAccount(
  payment: PendingPayment & { password?: string },
): Promise<SettlementEnd | undefined> {
  try {
    const { paymentIntentId, plan, amount, email, fullName, password } = payment;
    const answer = await processPayment({
      paymentIntentId,
      planName: plan,
      amount,
      email,
      fullName,
      password,
    });
    return { kind: 'done', answer };
  } catch (fault) {
    const refused = fault instanceof ApiError && !fault.temporary;
    return refused && !isRefusal(fault, 'payment_not_succeeded') ? { kind: 'refused', fault } : undefined;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
