import { loadPaymentSystem } from './payment-system';

const NOT_CONFIRMED = 'Your bank didn’t confirm the payment.';

/** Asks the customer to confirm a payment with their bank. Returns why it was not confirmed, or undefined. */
export async function confirmPayment(clientSecret: string): Promise<string | undefined> {
  const { stripe } = await loadPaymentSystem();
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error && (error.message ?? NOT_CONFIRMED);
}
