import { Stripe } from 'stripe';
import { startPaymentSandbox } from '../../src/payments/index.ts';

const realKey = process.env['STRIPE_VERIFY_SECRET_KEY'];

/** True when running against a real test-mode account. Sandbox-only tests are skipped then. */
const isReal = realKey !== undefined && realKey !== '';

export const describeSandboxOnly = isReal ? describe.skip : describe;

export interface Provider {
  stripe: Stripe;
  /** Base URL of the sandbox; empty for the real provider. */
  url: string;
  close(): Promise<void>;
}

/** The official SDK, connected to a new in-memory sandbox or to the real account. */
export async function openProvider({ webhookUrl }: { webhookUrl?: string } = {}): Promise<Provider> {
  if (isReal) {
    if (!/^(sk|rk)_test_/.test(realKey)) throw new Error('STRIPE_VERIFY_SECRET_KEY must be a test-mode key.');
    return { stripe: new Stripe(realKey), url: '', close: async () => undefined };
  }
  const sandbox = await startPaymentSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir: null,
    webhookUrl: webhookUrl ?? null,
  });
  return { stripe: createClient(sandbox.port), url: sandbox.url, close: () => sandbox.close() };
}

export function createClient(
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

/** Calls a control of the sandbox. */
export async function control(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/controls/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(String(result['message']));
  return result;
}

/** Returns the error of a call that is expected to fail. */
export async function catchError(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('Expected the call to fail, but it succeeded');
}
