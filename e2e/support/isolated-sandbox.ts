import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';

const PROGRAM = join(import.meta.dirname, '../../sandbox/src/main.ts');

/** A separate payment sandbox with a merchant that receives its webhooks and its returning buyers. */
export interface IsolatedSandbox {
  url: string;
  stripe: Stripe;
  /** Origin of the merchant's pages. */
  merchantUrl: string;
  /** Types of the received webhook events, in order. */
  events: string[];
  /** Creates a checkout session for a monthly plan and returns its id and the URL of its hosted page. */
  openCheckout(email: string): Promise<{ id: string; page: string }>;
  /** Stops the sandbox but not the merchant. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an empty sandbox on free ports, so that its clock and failures affect no other test. */
export async function startIsolatedSandbox(): Promise<IsolatedSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isolated-sandbox-'));
  const events: string[] = [];
  const merchant = createServer(async (request, response) => {
    if (request.method === 'POST') events.push((JSON.parse(await text(request)) as { type: string }).type);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>Merchant</title><h1>Merchant</h1></html>');
  });
  merchant.listen(0, '127.0.0.1');
  await once(merchant, 'listening');
  const merchantUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}`;
  const program = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      EMULATORS: 'payments',
      PAYMENT_SANDBOX_PORT: '0',
      PAYMENT_SANDBOX_WEBHOOK_URL: `${merchantUrl}/events`,
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readUrl(program);
  const stripe = new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port: new URL(url).port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const stop = async (): Promise<void> => {
    if (program.exitCode !== null || program.signalCode !== null) return;
    program.kill('SIGTERM');
    await once(program, 'exit');
  };
  const { id: price } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 4900,
    recurring: { interval: 'month' },
    lookup_key: 'team_month',
    product_data: { name: 'Team' },
  });
  return {
    url,
    stripe,
    merchantUrl,
    events,
    stop,
    async openCheckout(email) {
      const { id } = await stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        customer_email: email,
        success_url: `${merchantUrl}/thanks?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${merchantUrl}/prices`,
      });
      return { id, page: `${url}/checkout/${id}` };
    },
    async close() {
      await stop();
      merchant.close();
      merchant.closeAllConnections();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads the URL that the sandbox prints once it listens. */
async function readUrl(program: ChildProcess): Promise<string> {
  const lines = createInterface({ input: program.stdout! });
  for await (const line of lines) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('The payment sandbox exited before it was listening.');
}
