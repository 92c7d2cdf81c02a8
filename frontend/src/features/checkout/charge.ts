import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';

/** What became of a charge, as far as the provider knows. */
export type ChargeOutcome =
  | { kind: 'succeeded' }
  | { kind: 'processing' }
  | { kind: 'declined'; message: string; intentSpent: boolean }
  /** Nobody answered: it may have been charged. */
  | { kind: 'unknown' };

/** The intent was canceled between preparing and charging, as after too many declines. */
const CANCELED =
  'This payment was canceled, and nothing was charged. We have started a new one: please try again.';

export const PAYMENT_FAULT = 'There was an error processing your payment. Please try again.';

/** Confirms the card payment; 3-D Secure runs inside. Never rejects. */
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

/** Asks the provider what became of an intent. Never rejects. */
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
  const silent = error.type === 'api_connection_error' || error.type === 'api_error';
  const outcome = silent ? await findOutcome(stripe, clientSecret) : undefined;
  if (outcome && outcome.kind !== 'declined') return outcome;
  const intentSpent = known === 'canceled';
  const message = intentSpent && error.type !== 'card_error' ? CANCELED : (error.message ?? PAYMENT_FAULT);
  return { kind: 'declined', message, intentSpent };
}

function outcomeOf(intent: PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded' || intent.status === 'processing') return { kind: intent.status };
  const intentSpent = intent.status === 'canceled';
  const message = intentSpent ? CANCELED : (intent.last_payment_error?.message ?? PAYMENT_FAULT);
  return { kind: 'declined', message, intentSpent };
}
