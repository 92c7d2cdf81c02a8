import type {
  CreatePaymentIntentResponse,
  PrepareCheckoutRequest,
  PrepareCheckoutResponse,
  ProcessPaymentRequest,
  ProcessPaymentResponse,
} from '@subscription-site/shared/contracts';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { callFunction } from '../../../lib/api/client';

const pendingRequests = new Map<string, Promise<CreatePaymentIntentResponse>>();

/**
 * The payment intent for a price. Concurrent calls share one request. The server returns this browser's open
 * intent if there is one.
 */
export function createPaymentIntent(planPrice: PlanPrice): Promise<CreatePaymentIntentResponse> {
  const pending = pendingRequests.get(planPrice.lookupKey);
  if (pending) return pending;
  const request = callFunction<CreatePaymentIntentResponse>('create-payment-intent', {
    amount: planPrice.amountCents,
    planName: planPrice.plan,
    interval: planPrice.interval,
  }).finally(() => pendingRequests.delete(planPrice.lookupKey));
  pendingRequests.set(planPrice.lookupKey, request);
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
