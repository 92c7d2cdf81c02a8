import { Stripe } from 'stripe';
import { startPaymentSandbox } from '../../src/payments/index.ts';

const realKey = process.env['STRIPE_VERIFY_SECRET_KEY'];

/** True when the suite runs against a real test-mode account. What only the sandbox has is skipped then. */
export const isReal = realKey !== undefined && realKey !== '';

export const describeSandboxOnly = isReal ? describe.skip : describe;

export interface Provider {
  stripe: Stripe;
  /** Base of the sandbox; empty for the real provider. */
  url: string;
  close(): Promise<void>;
}

/** The official SDK on a fresh sandbox in memory, or on the real account whose key is given. */
export async function openProvider({ webhookUrl }: { webhookUrl?: string } = {}): Promise<Provider> {
  if (isReal) {
    if (!realKey?.startsWith('sk_test_'))
      throw new Error('STRIPE_VERIFY_SECRET_KEY must be a test-mode key.');
    return { stripe: new Stripe(realKey), url: '', close: async () => undefined };
  }
  const sandbox = await startPaymentSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir: null,
    webhookUrl: webhookUrl ?? null,
  });
  return { stripe: clientOf(sandbox.port), url: sandbox.url, close: () => sandbox.close() };
}

export function clientOf(
  port: number,
  options: { maxNetworkRetries?: number; timeout?: number } = {},
): Stripe {
  return new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  });
}

/** Posts to one of the sandbox's controls. */
export async function control(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/controls/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(String(answer['message']));
  return answer;
}

/** The failure a call ends with; fails the test when it does not fail. */
export async function errorOf(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}
