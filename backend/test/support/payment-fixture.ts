import Stripe from 'stripe';
import { EnsurePrices } from '../../src/modules/billing/index.js';
import { startMailbox, type Mailbox } from '../../../sandbox/src/mailbox/index.ts';
import { startPaymentSandbox } from '../../../sandbox/src/payments/index.ts';
import { startTestProduct, type TestProduct } from './test-product.js';

type Sandbox = Awaited<ReturnType<typeof startPaymentSandbox>>;

/** An email in the mailbox. */
export interface ReceivedEmail {
  id: string;
  messageId: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** The product with a payment sandbox and a mailbox. */
export interface PaymentFixture extends TestProduct {
  payments: Sandbox;
  /** The official client, connected to the payment sandbox. */
  stripe: Stripe;
  mailbox: Mailbox;
  /** Calls a function of the API. */
  callFunction(name: string, body?: object, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Sets a control of the payment sandbox. */
  control(path: string, body: object): Promise<unknown>;
  resetControls(): Promise<unknown>;
  emailsTo(address: string): Promise<ReceivedEmail[]>;
}

export interface ApiResponse {
  status: number;
  // Untyped on purpose: tests assert the fields they expect.
  body: Record<string, never> & { [key: string]: unknown };
  headers: Headers;
}

export async function startPaymentFixture(
  variables: Record<string, string> = {},
  {
    proxy = async (target) => target,
    ...options
  }: {
    usesTestClock?: boolean;
    /** Starts a proxy between the product and the payment provider, and returns its URL. */
    proxy?: (target: string) => Promise<string>;
  } = {},
): Promise<PaymentFixture> {
  const payments = await startPaymentSandbox({ host: '127.0.0.1', port: 0, dataDir: null });
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, port: 0, dataDir: null });
  const environment = { STRIPE_API_URL: await proxy(payments.url), SMTP_URL: mailbox.smtpUrl, ...variables };
  const product = await startTestProduct(environment, undefined, options);
  const control = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${payments.url}/controls/${path}`, jsonPost(body));
    if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await product.api.get(EnsurePrices).run();
  await control('webhook-endpoint', { url: `${product.url}/api/webhooks/stripe` });
  /** By ID. Tests poll, and an email doesn't change. */
  const emails = new Map<string, ReceivedEmail>();
  const openEmail = async (id: string): Promise<ReceivedEmail> => {
    const email = emails.get(id) ?? (await readEmail(mailbox.url, id));
    emails.set(id, email);
    return email;
  };
  return {
    ...product,
    payments,
    stripe: new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: payments.port, protocol: 'http' }),
    mailbox,
    control,
    resetControls: () => fetch(`${payments.url}/controls`, { method: 'DELETE' }),
    async callFunction(name, body = {}, headers = {}) {
      const response = await fetch(`${product.url}/api/functions/v1/${name}`, jsonPost(body, headers));
      return {
        status: response.status,
        body: (await response.json()) as ApiResponse['body'],
        headers: response.headers,
      };
    },
    async emailsTo(address) {
      const response = await fetch(`${mailbox.url}/api/messages?to=${encodeURIComponent(address)}&limit=100`);
      const { messages } = (await response.json()) as { messages: { id: string }[] };
      return Promise.all(messages.map(({ id }) => openEmail(id)));
    },
    async stop() {
      await product.stop();
      await Promise.all([payments.close(), mailbox.close()]);
    },
  };
}

async function readEmail(mailboxUrl: string, id: string): Promise<ReceivedEmail> {
  return (await (await fetch(`${mailboxUrl}/api/messages/${id}`)).json()) as ReceivedEmail;
}

function jsonPost(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Confirms the intent as the page does, with client secret and publishable key. Returns the intent or the error. */
export async function payWithCard(
  product: PaymentFixture,
  clientSecret: string,
  {
    number = '4242424242424242',
    email,
    name = 'Ada Buyer',
  }: { number?: string; email?: string; name?: string } = {},
): Promise<{ status?: string; error?: { code: string; decline_code?: string } }> {
  const intentId = clientSecret.split('_secret_')[0]!;
  const form = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2070',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': name,
    ...(email ? { 'payment_method_data[billing_details][email]': email } : {}),
  });
  const response = await fetch(`${product.payments.url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: form,
  });
  return (await response.json()) as { status?: string };
}
