import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';

/** Result of a charge, as far as the provider knows. */
export type ChargeOutcome =
  | { kind: 'succeeded' }
  | { kind: 'processing' }
  | { kind: 'declined'; message: string; intentSpent: boolean }
  /** No response. The card may have been charged. */
  | { kind: 'unknown' };

/** The intent was canceled between preparing and charging, for example after too many declines. */
const CANCELED_MESSAGE =
  'This payment was canceled and nothing was charged. We started a new one. Please try again.';

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
    if (error) return await afterError(stripe, clientSecret, error);
    return outcomeOf(paymentIntent);
  } catch {
    return findOutcome(stripe, clientSecret);
  }
}

/** Retrieves the current status of an intent. Never rejects. */
export async function findOutcome(stripe: Stripe, clientSecret: string): Promise<ChargeOutcome> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent ? outcomeOf(paymentIntent) : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

async function afterError(stripe: Stripe, clientSecret: string, error: StripeError): Promise<ChargeOutcome> {
  const known = error.payment_intent?.status;
  if (known === 'succeeded' || known === 'processing') return { kind: known };
  const unreachable = error.type === 'api_connection_error' || error.type === 'api_error';
  const outcome = unreachable ? await findOutcome(stripe, clientSecret) : undefined;
  if (outcome && outcome.kind !== 'declined') return outcome;
  const intentSpent = known === 'canceled';
  const message =
    intentSpent && error.type !== 'card_error' ? CANCELED_MESSAGE : (error.message ?? PAYMENT_ERROR);
  return { kind: 'declined', message, intentSpent };
}

function outcomeOf(intent: PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded' || intent.status === 'processing') return { kind: intent.status };
  const intentSpent = intent.status === 'canceled';
  const message = intentSpent ? CANCELED_MESSAGE : (intent.last_payment_error?.message ?? PAYMENT_ERROR);
  return { kind: 'declined', message, intentSpent };
}
