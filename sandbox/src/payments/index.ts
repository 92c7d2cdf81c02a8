/**
 * Payment sandbox: a stateful emulator for the payment provider. Serves the API that the official SDK talks to (`/v1`), the
 * browser's script (`/stripe.js`), the hosted pages, a dashboard (`/`) and controls (`/controls`), and sends signed webhooks.
 * It takes no money and knows no real card. The product never imports it.
 */
import { createServer } from 'node:http';
import express from 'express';
import { listen } from '../serving/listen.ts';
import { creditPayment } from './billing/settlement.ts';
import { completeSessionOf } from './checkout/session-end.ts';
import { Clock } from './clock/clock.ts';
import { runTasks } from './clock/run-tasks.ts';
import { ApiFailures } from './controls/api-failures.ts';
import { mountControls } from './controls/routes.ts';
import { WebhookFailures } from './events/webhook-failures.ts';
import { WebhookSender } from './events/webhook-sender.ts';
import { mountApi } from './http/app.ts';
import { CallHandler } from './http/handle-call.ts';
import { IdempotencyKeys, isStale } from './http/idempotency.ts';
import { mountPages } from './pages/mount.ts';
import { apiRoutes } from './resources/routes.ts';
import { EVENTS_KEPT_SECONDS } from './resources/events.ts';
import { Store } from './state/store.ts';
import type { Emulator } from '../emulator.ts';
import type { Sandbox } from './sandbox.ts';

const TICK_MS = 500;

export interface PaymentSandboxOptions {
  host: string;
  port: number;
  /** Folder the state is kept in; null keeps it in memory. */
  dataDir: string | null;
  /** Where events are sent; changes at run time by `POST /controls/webhook-endpoint`. */
  webhookUrl?: string | null;
  webhookSecret?: string;
  /** Base of the addresses given to browsers; by default the sandbox's own. */
  publicUrl?: string;
  secretKey?: string;
  publishableKey?: string;
}

/** Listens first and opens its state then, so that a second process never touches the state of the one that runs. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<Emulator> {
  const { host, port, dataDir, webhookUrl, webhookSecret = 'whsec_sandbox', publicUrl } = options;
  const { secretKey = 'sk_test_sandbox', publishableKey = 'pk_test_sandbox' } = options;
  const server = createServer();
  const realPort = await listen(server, {
    host,
    port,
    name: 'payment sandbox',
    setting: 'PAYMENT_SANDBOX_PORT',
  });
  const url = `http://${host}:${realPort}`;
  const store = new Store(dataDir);
  const sandbox: Sandbox = {
    store,
    clock: new Clock(store),
    keys: { secretKey, publishableKey },
    publicUrl: publicUrl ?? url,
    request: null,
    onPaymentSucceeded: [
      (intent) => creditPayment(sandbox, intent),
      (intent) => completeSessionOf(sandbox, intent),
    ],
  };
  forgetWhatIsOld(sandbox);
  const apiFailures = new ApiFailures();
  const webhookFailures = new WebhookFailures();
  const sender = new WebhookSender(sandbox, webhookFailures, webhookSecret);
  if (webhookUrl !== undefined) sender.url = webhookUrl;

  const app = express().disable('x-powered-by').disable('etag');
  mountApi(app, apiRoutes, new CallHandler(sandbox, new IdempotencyKeys(sandbox), apiFailures));
  mountControls(app, { sandbox, apiFailures, webhookFailures, sender });
  mountPages(app, sandbox);
  server.on('request', app);
  sender.start();
  const ticker = setInterval(() => runTasks(sandbox, sandbox.clock.now()), TICK_MS).unref();
  return {
    url,
    port: realPort,
    async close() {
      clearInterval(ticker);
      sender.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      store.close();
    },
  };
}

/** Drops events no one can list and answers no one can ask for again, and writes the journal again without them. */
function forgetWhatIsOld({ store, clock }: Sandbox): void {
  const oldest = clock.now() - EVENTS_KEPT_SECONDS;
  store.transaction(() => {
    for (const event of store.oldestFirst('event')) {
      if (event.created >= oldest) continue;
      store.remove('event', event.id);
      store.remove('delivery', event.id);
    }
    for (const answer of store.oldestFirst('kept_answer'))
      if (isStale(answer)) store.remove('kept_answer', answer.id);
  });
  store.compact();
}
