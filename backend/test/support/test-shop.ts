import { setTimeout as pause } from 'node:timers/promises';
import { EnsurePrices } from '../../src/modules/billing/index.js';
import { startMailbox, type Mailbox } from '../../../sandbox/src/mailbox/index.ts';
import { startPaymentSandbox } from '../../../sandbox/src/payments/index.ts';
import { startTestProduct, type TestProduct } from './test-product.js';

type Sandbox = Awaited<ReturnType<typeof startPaymentSandbox>>;

/** A mail as the mailbox has it. */
export interface ReceivedMail {
  id: string;
  messageId: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** The product with a payment provider and a mail server beside it. */
export interface TestShop extends TestProduct {
  payments: Sandbox;
  mailbox: Mailbox;
  /** Calls a function of the product; gives status, body and headers. */
  call(name: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Sets a control of the payment sandbox. */
  control(path: string, body: object): Promise<unknown>;
  mailsTo(address: string): Promise<ReceivedMail[]>;
}

export interface Answer {
  status: number;
  // A wire answer is whatever it is; tests look at what they expect.
  body: Record<string, never> & { [key: string]: unknown };
  headers: Headers;
}

export async function startTestShop(variables: Record<string, string> = {}): Promise<TestShop> {
  const payments = await startPaymentSandbox({ host: '127.0.0.1', port: 0, dataDir: null });
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, port: 0, dataDir: null });
  const product = await startTestProduct({
    STRIPE_API_URL: payments.url,
    SMTP_URL: mailbox.smtpUrl,
    ...variables,
  });
  const control = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${payments.url}/controls/${path}`, jsonPost(body));
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await product.api.get(EnsurePrices, { strict: false }).run();
  await control('webhook-endpoint', { url: `${product.url}/api/webhooks/stripe` });
  return {
    ...product,
    payments,
    mailbox,
    control,
    async call(name, body = {}, headers = {}) {
      const answer = await fetch(`${product.url}/api/functions/v1/${name}`, jsonPost(body, headers));
      return {
        status: answer.status,
        body: (await answer.json()) as Answer['body'],
        headers: answer.headers,
      };
    },
    async mailsTo(address) {
      const answer = await fetch(`${mailbox.url}/api/messages?to=${encodeURIComponent(address)}&limit=100`);
      const { messages } = (await answer.json()) as { messages: { id: string }[] };
      return Promise.all(messages.map(({ id }) => readMail(mailbox.url, id)));
    },
    async stop() {
      await product.stop();
      await Promise.all([payments.close(), mailbox.close()]);
    },
  };
}

async function readMail(mailboxUrl: string, id: string): Promise<ReceivedMail> {
  return (await (await fetch(`${mailboxUrl}/api/messages/${id}`)).json()) as ReceivedMail;
}

function jsonPost(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** How a card is used in the page: confirms with the client secret and the publishable key. Gives the intent or the error. */
export async function payWithCard(
  shop: TestShop,
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
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': name,
    ...(email ? { 'payment_method_data[billing_details][email]': email } : {}),
  });
  const answer = await fetch(`${shop.payments.url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: form,
  });
  return (await answer.json()) as { status?: string };
}

/** Lets the loop of events turn until a quiet moment, for what must NOT happen. */
export async function quietly(check: () => Promise<void>, forMs: number): Promise<void> {
  const until = Date.now() + forMs;
  while (Date.now() < until) {
    await check();
    await pause(50);
  }
}
