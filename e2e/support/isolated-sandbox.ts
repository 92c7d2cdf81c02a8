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

/** A merchant of a payment sandbox of its own: what he sells, where his buyers come back to, and the events he was sent. */
export interface IsolatedSandbox {
  url: string;
  stripe: Stripe;
  /** Where the merchant's own pages are. */
  merchantUrl: string;
  /** Types of the events that arrived, in order. */
  events: string[];
  /** Opens a checkout for a monthly plan; gives the session and the address of its hosted page. */
  openCheckout(email: string): Promise<{ id: string; page: string }>;
  /** Ends the sandbox alone; its merchant stays. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one on free ports with nothing in it: its clock and its troubles are no one else's. */
export async function startIsolatedSandbox(): Promise<IsolatedSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'own-sandbox-'));
  const events: string[] = [];
  const shop = createServer(async (request, response) => {
    if (request.method === 'POST') events.push((JSON.parse(await text(request)) as { type: string }).type);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>Shop</title><h1>The shop</h1></html>');
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const program = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      EMULATORS: 'payments',
      PAYMENT_SANDBOX_PORT: '0',
      PAYMENT_SANDBOX_WEBHOOK_URL: `${shopUrl}/events`,
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      DATA_DIR: folder,
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
  const end = async (): Promise<void> => {
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
    merchantUrl: shopUrl,
    events,
    stop: end,
    async openCheckout(email) {
      const { id } = await stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        customer_email: email,
        success_url: `${shopUrl}/thanks?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${shopUrl}/prices`,
      });
      return { id, page: `${url}/checkout/${id}` };
    },
    async close() {
      await end();
      shop.close();
      shop.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The sandbox says where it listens once it does. */
async function readUrl(program: ChildProcess): Promise<string> {
  const lines = createInterface({ input: program.stdout! });
  for await (const line of lines) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('The payment sandbox ended before it listened.');
}
