import Stripe from 'stripe';
import type { StripeSettings } from '../../../platform/config/settings.js';
import { PaymentProviderRejectedError, PaymentProviderUnavailableError } from '../billing-errors.js';

/** Timeout of one attempt. The SDK retries once, with the same idempotency key. */
const TIMEOUT_MS = 6000;
const NETWORK_RETRIES = 1;

/** The official SDK, pointed at Stripe or at an emulator (`apiUrl`). */
export function createStripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const emulator = apiUrl ? new URL(apiUrl) : undefined;
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(emulator
      ? {
          protocol: emulator.protocol === 'http:' ? 'http' : 'https',
          host: emulator.hostname,
          port: emulator.port || (emulator.protocol === 'http:' ? 80 : 443),
        }
      : {}),
  });
}

/** Runs an SDK call and maps SDK errors to domain errors. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toDomainError(error);
  }
}

/** Like {@link callStripe}, but returns undefined if the object, or one that it belongs to, does not exist. */
export async function findInStripe<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined;
    throw toDomainError(error);
  }
}

/** Like {@link callStripe}, for a call that sets a state. Ignores a rejection if another process has set that state meanwhile. */
export async function setInStripe(
  call: () => Promise<unknown>,
  isSet: () => Promise<boolean>,
): Promise<void> {
  try {
    await callStripe(call);
  } catch (error) {
    if (!(error instanceof PaymentProviderRejectedError) || !(await isSet())) throw error;
  }
}

function toDomainError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const status = error.statusCode ?? 0;
  if (status === 0 || status >= 500 || status === 429 || status === 409)
    return new PaymentProviderUnavailableError(error);
  return new PaymentProviderRejectedError(error.code, error);
}
