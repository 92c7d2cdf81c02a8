import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import type { StripeConfig } from '@subscription-site/shared/contracts';
import { callFunction } from '../api/client';
import { logError } from '../log';

/** The loaded payment provider. */
export interface PaymentSystem {
  stripe: Stripe;
  /** The server returned no key. Only a test-mode intent can match the fallback key. */
  usesFallbackKey: boolean;
}

/** The sandbox's own key. It cannot charge real cards. */
const FALLBACK: StripeConfig = {
  publishableKey: 'pk_test_sandbox',
  scriptUrl: '/api/sandbox/stripe.js',
};
const SANDBOX_PREFIX = '/api/sandbox/';

let loading: Promise<PaymentSystem> | undefined;

/** Loads the provider's script once. A failed load can be retried, and so can one that ended with the fallback key. */
export function loadPaymentSystem(): Promise<PaymentSystem> {
  loading ??= load().then(
    (system) => {
      if (system.usesFallbackKey) loading = undefined;
      return system;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

async function load(): Promise<PaymentSystem> {
  const served = await callFunction<Partial<StripeConfig>>('get-stripe-config').catch((error: unknown) => {
    logError('get-stripe-config', error);
    return undefined;
  });
  const usesFallbackKey = !served?.publishableKey;
  const config = usesFallbackKey ? FALLBACK : (served as StripeConfig);
  if (config.scriptUrl) await appendScript(config.scriptUrl);
  const stripe = await loadStripe(config.publishableKey);
  if (!stripe) throw new Error('The payment provider needs a browser');
  return { stripe, usesFallbackKey };
}

/** Only loads scripts of the sandbox. */
function appendScript(address: string): Promise<void> {
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin || !url.pathname.startsWith(SANDBOX_PREFIX))
    return Promise.reject(new Error('Blocked a payment script from another origin'));
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url.href;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The payment script did not load'));
    });
    document.head.append(script);
  });
}
