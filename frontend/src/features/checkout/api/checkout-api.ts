import type {
  CreatePaymentIntentResponse,
  PrepareCheckoutRequest,
  PrepareCheckoutResponse,
  ProcessPaymentRequest,
  ProcessPaymentResponse,
} from '@subscription-site/shared/contracts';
import type { Offer } from '@subscription-site/shared/plans';
import { callFunction } from '../../../lib/api/client';

const pendingRequests = new Map<string, Promise<CreatePaymentIntentResponse>>();

/** The payment intent for an offer. Asked for twice at once, it is requested once; the server gives this browser its open one again. */
export function createPaymentIntent(offer: Offer): Promise<CreatePaymentIntentResponse> {
  const pending = pendingRequests.get(offer.lookupKey);
  if (pending) return pending;
  const request = callFunction<CreatePaymentIntentResponse>('create-payment-intent', {
    amount: offer.amountCents,
    planName: offer.plan,
    interval: offer.interval,
  }).finally(() => pendingRequests.delete(offer.lookupKey));
  pendingRequests.set(offer.lookupKey, request);
  return request;
}

/** Says who is buying, before the card is charged. Everything that can be refused is refused here. */
export function prepareCheckout(buyer: PrepareCheckoutRequest): Promise<PrepareCheckoutResponse> {
  return callFunction<PrepareCheckoutResponse>('prepare-checkout', buyer);
}

/** Turns a payment that succeeded into an account with its plan. Repeating it changes nothing. */
export function processPayment(payment: ProcessPaymentRequest): Promise<ProcessPaymentResponse> {
  return callFunction<ProcessPaymentResponse>('process-payment', payment);
}
