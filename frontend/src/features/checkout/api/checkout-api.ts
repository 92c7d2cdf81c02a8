import type {
  CreatePaymentIntentResponse,
  PrepareCheckoutRequest,
  PrepareCheckoutResponse,
  ProcessPaymentRequest,
  ProcessPaymentResponse,
} from '@subscription-site/shared/contracts';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { callFunction } from '../../../lib/api/client';

interface IntentRequest {
  lookupKey: string;
  response: Promise<CreatePaymentIntentResponse>;
}

let lastRequest: IntentRequest | undefined;

/**
 * The payment intent for a price. Concurrent calls for the same price share one request. The server returns this browser's open
 * intent if there is one, and cancels those for other prices. So requests are sent one after the other: a late one would cancel the
 * intent of the price that was chosen last.
 */
export function createPaymentIntent({
  lookupKey,
  ...planPrice
}: PlanPrice): Promise<CreatePaymentIntentResponse> {
  if (lastRequest?.lookupKey === lookupKey) return lastRequest.response;
  const previous = lastRequest?.response.catch(() => undefined);
  const request: IntentRequest = { lookupKey, response: sendAfter(previous, planPrice) };
  const clear = () => {
    if (lastRequest === request) lastRequest = undefined;
  };
  request.response.then(clear, clear);
  lastRequest = request;
  return request.response;
}

async function sendAfter(
  previous: Promise<unknown> | undefined,
  { amountCents: amount, plan: planName, interval }: Omit<PlanPrice, 'lookupKey'>,
): Promise<CreatePaymentIntentResponse> {
  await previous;
  return callFunction<CreatePaymentIntentResponse>('create-payment-intent', { amount, planName, interval });
}

/** Registers the buyer before the card is charged. Everything that can be rejected is rejected here. */
export function prepareCheckout(buyer: PrepareCheckoutRequest): Promise<PrepareCheckoutResponse> {
  return callFunction<PrepareCheckoutResponse>('prepare-checkout', buyer);
}

/** Turns a successful payment into an account with its plan. Idempotent. */
export function processPayment(payment: ProcessPaymentRequest): Promise<ProcessPaymentResponse> {
  return callFunction<ProcessPaymentResponse>('process-payment', payment);
}
