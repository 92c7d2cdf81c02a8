import Stripe from 'stripe';
import type { StripeSettings } from '../../../platform/config/settings.js';
import { PaymentProviderRejectedError, PaymentProviderUnavailableError } from '../domain/billing-errors.js';

/** One call may take this long; the package repeats it once by itself, under the same idempotency key. */
const TIMEOUT_MS = 6000;
const NETWORK_RETRIES = 1;

/** The official client, pointed at the provider or at whatever stands in for it. */
export function stripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const elsewhere = apiUrl ? new URL(apiUrl) : undefined;
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(elsewhere
      ? {
          protocol: elsewhere.protocol === 'http:' ? 'http' : 'https',
          host: elsewhere.hostname,
          port: elsewhere.port || (elsewhere.protocol === 'http:' ? 80 : 443),
        }
      : {}),
  });
}

/** Runs a call and turns the provider's errors into ours. */
export async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translated(error);
  }
}

/** Like {@link calling}, with undefined for an object that the provider does not know. */
export async function finding<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const status = error.statusCode ?? 0;
  if (status === 0 || status >= 500 || status === 429 || status === 409)
    return new PaymentProviderUnavailableError(error);
  return new PaymentProviderRejectedError(error.code, error);
}
