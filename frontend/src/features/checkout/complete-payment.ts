import type { Stripe } from '@stripe/stripe-js';
import type { ProcessPaymentResponse } from '@subscription-site/shared/contracts';
import { ApiError, isApiError } from '../../lib/api/api-error';
import { processPayment } from './api/checkout-api';
import { findOutcome } from './charge';
import type { PendingPayment } from './pending-payment';

/** Result of a payment that may have been charged. */
export type CompletionResult =
  | { kind: 'done'; response: ProcessPaymentResponse }
  | { kind: 'declined'; message: string }
  /** Paid, but the server rejects the account; the error says why. */
  | { kind: 'rejected'; error: ApiError }
  | { kind: 'abandoned' };

/** Current step. `retrying`: paid, but the server has not responded yet. */
export type CompletionStep = 'bank' | 'account' | 'retrying';

const RETRY_DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 10_000];
const RETRYING_AFTER = 2;

/**
 * Waits for the final status of a payment, then requests the account, retrying while the server is
 * unavailable. Ends with a response or when `signal` is aborted. Never charges again.
 */
export async function completePayment(
  stripe: Stripe,
  payment: PendingPayment & { password?: string },
  paid: boolean,
  onStep: (step: CompletionStep) => void,
  signal: AbortSignal,
): Promise<CompletionResult> {
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
      onStep(failures >= RETRYING_AFTER ? 'retrying' : 'account');
      const end = await requestAccount(payment);
      if (end) return end;
      failures += 1;
    }
    await pause(RETRY_DELAYS_MS[Math.min(round, RETRY_DELAYS_MS.length - 1)]!, signal);
  }
  return { kind: 'abandoned' };
}

async function requestAccount(
  payment: PendingPayment & { password?: string },
): Promise<CompletionResult | undefined> {
  try {
    const { paymentIntentId, plan, amount, email, fullName, password } = payment;
    const response = await processPayment({
      paymentIntentId,
      planName: plan,
      amount,
      email,
      fullName,
      password,
    });
    return { kind: 'done', response };
  } catch (error) {
    const rejected = error instanceof ApiError && !error.temporary;
    return rejected && !isApiError(error, 'payment_not_succeeded') ? { kind: 'rejected', error } : undefined;
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
