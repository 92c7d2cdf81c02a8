import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';

/** Outcome of a charge, as reported by the provider. */
export type ChargeOutcome =
  | { kind: 'succeeded' }
  | { kind: 'processing' }
  | { kind: 'declined'; message: string; intentCanceled: boolean }
  /** No response. The card may have been charged. */
  | { kind: 'unknown' };

/** The intent was canceled after it was prepared and before it was charged, for example after too many declines. */
const CANCELED_MESSAGE =
  'This payment was canceled and nothing was charged. We started a new one. Please try again.';

export const PAYMENT_FAILED = 'Payment Failed';
export const PAYMENT_ERROR = 'There was an error processing your payment. Please try again.';

/** Confirms the card payment, including 3-D Secure. Never rejects. */
export async function chargeCard(
  stripe: Stripe,
  clientSecret: string,
  card: StripeCardElement,
  billing: { name: string; email: string },
): Promise<ChargeOutcome> {
  try {
    const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: billing },
    });
    if (error) return await toErrorOutcome(stripe, clientSecret, error);
    return toOutcome(paymentIntent);
  } catch {
    return findOutcome(stripe, clientSecret);
  }
}

/** Retrieves the current status of an intent. Never rejects. */
export async function findOutcome(stripe: Stripe, clientSecret: string): Promise<ChargeOutcome> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent ? toOutcome(paymentIntent) : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

async function toErrorOutcome(
  stripe: Stripe,
  clientSecret: string,
  error: StripeError,
): Promise<ChargeOutcome> {
  const status = error.payment_intent?.status;
  if (status === 'succeeded' || status === 'processing') return { kind: status };
  const unreachable = error.type === 'api_connection_error' || error.type === 'api_error';
  const outcome = unreachable ? await findOutcome(stripe, clientSecret) : undefined;
  if (outcome && outcome.kind !== 'declined') return outcome;
  const intentCanceled = status === 'canceled';
  const message =
    intentCanceled && error.type !== 'card_error' ? CANCELED_MESSAGE : (error.message ?? PAYMENT_ERROR);
  return { kind: 'declined', message, intentCanceled };
}

function toOutcome(intent: PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded' || intent.status === 'processing') return { kind: intent.status };
  const intentCanceled = intent.status === 'canceled';
  const message = intentCanceled ? CANCELED_MESSAGE : (intent.last_payment_error?.message ?? PAYMENT_ERROR);
  return { kind: 'declined', message, intentCanceled };
}
