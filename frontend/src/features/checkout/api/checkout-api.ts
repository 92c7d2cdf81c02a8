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

/**
 * The payment intent for a price. Concurrent calls share one request. The server returns this browser's open
 * intent if there is one.
 */
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

/** Registers the buyer before the card is charged. Everything that can be rejected is rejected here. */
export function prepareCheckout(buyer: PrepareCheckoutRequest): Promise<PrepareCheckoutResponse> {
  return callFunction<PrepareCheckoutResponse>('prepare-checkout', buyer);
}

/** Turns a successful payment into an account with its plan. Idempotent. */
export function processPayment(payment: ProcessPaymentRequest): Promise<ProcessPaymentResponse> {
  return callFunction<ProcessPaymentResponse>('process-payment', payment);
}
