import type {
  CreatePaymentIntentResponse,
  PrepareCheckoutRequest,
  PrepareCheckoutResponse,
  ProcessPaymentRequest,
  ProcessPaymentResponse,
} from '@subscription-site/shared/contracts';
import type { Offer } from '@subscription-site/shared/plans';
import { callFunction } from '../../../lib/api/client';

const asked = new Map<string, Promise<CreatePaymentIntentResponse>>();

/** The payment intent for an offer. Asked for twice at once, it is requested once; the server gives this browser its open one again. */
export function requestIntent(offer: Offer): Promise<CreatePaymentIntentResponse> {
  const running = asked.get(offer.lookupKey);
  if (running) return running;
  const request = callFunction<CreatePaymentIntentResponse>('create-payment-intent', {
    amount: offer.amountCents,
    planName: offer.plan,
    interval: offer.interval,
  }).finally(() => asked.delete(offer.lookupKey));
  asked.set(offer.lookupKey, request);
  return request;
}

/** Says who is buying, before the card is charged. Everything that can be refused is refused here. */
export function prepareCheckout(who: PrepareCheckoutRequest): Promise<PrepareCheckoutResponse> {
  return callFunction<PrepareCheckoutResponse>('prepare-checkout', who);
}

/** Turns a payment that succeeded into an account with its plan. Repeating it changes nothing. */
export function processPayment(payment: ProcessPaymentRequest): Promise<ProcessPaymentResponse> {
  return callFunction<ProcessPaymentResponse>('process-payment', payment);
}
