/**
 * Payment sandbox: a stateful emulator of the payment provider. Serves the API for the official SDK (`/v1`), the browser
 * library (`/stripe.js`), the hosted pages, a dashboard (`/`) and controls (`/controls`), and sends signed webhooks.
 * It never moves money or accepts real cards. The product never imports it.
 */
import { createServer } from 'node:http';
import express from 'express';
import { listen } from '../serving/listen.ts';
import { creditPayment } from './billing/mark-paid.ts';
import { completeSessionFor } from './checkout/session-end.ts';
import { Clock } from './clock/clock.ts';
import { runTasks } from './clock/run-tasks.ts';
import { TaskQueue } from './clock/task-queue.ts';
import { restoreTasks } from './clock/tasks.ts';
import { ApiFailures } from './controls/api-failures.ts';
import { mountControls } from './controls/routes.ts';
import { purgeEvents } from './events/purge-events.ts';
import { WebhookFailures } from './events/webhook-failures.ts';
import { WebhookSender } from './events/webhook-sender.ts';
import { mountApi } from './http/app.ts';
import { CallHandler } from './http/handle-call.ts';
import { IdempotencyKeys, isExpired } from './http/idempotency.ts';
import { mountPages } from './pages/mount.ts';
import { apiRoutes } from './resources/routes.ts';
import { Store } from './state/store.ts';
import type { Emulator } from '../emulator.ts';
import type { Sandbox } from './sandbox.ts';

const TICK_MS = 500;

export interface PaymentSandboxOptions {
  host: string;
  port: number;
  /** Folder for persistent state; null keeps it in memory. */
  dataDir: string | null;
  /** Where events are sent; can be changed at run time with `POST /controls/webhook-endpoint`. */
  webhookUrl?: string | null;
  webhookSecret?: string;
  /** Base of the URLs given to browsers; defaults to the sandbox's own origin. */
  publicUrl?: string;
  secretKey?: string;
  publishableKey?: string;
}

/** Binds the port before opening the state, so that a second process never touches the state of the running one. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<Emulator> {
  const { host, port, dataDir, webhookUrl, webhookSecret = 'whsec_sandbox', publicUrl } = options;
  const { secretKey = 'sk_test_sandbox', publishableKey = 'pk_test_sandbox' } = options;
  const server = createServer();
  const boundPort = await listen(server, {
    host,
    port,
    name: 'payment sandbox',
    setting: 'PAYMENT_SANDBOX_PORT',
  });
  const url = `http://${host}:${boundPort}`;
  const store = new Store(dataDir);
  const sandbox: Sandbox = {
    store,
    clock: new Clock(store),
    tasks: new TaskQueue(),
    keys: { secretKey, publishableKey },
    publicUrl: publicUrl ?? url,
    request: null,
    onPaymentSucceeded: [
      (intent) => creditPayment(sandbox, intent),
      (intent) => completeSessionFor(sandbox, intent),
    ],
  };
  restoreTasks(sandbox);
  purgeExpired(sandbox);
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
    port: boundPort,
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

/** Deletes events and idempotent responses past their retention period, then compacts the journal. */
function purgeExpired(sandbox: Sandbox): void {
  const { store } = sandbox;
  purgeEvents(sandbox);
  store.transaction(() => {
    for (const stored of store.oldestFirst('stored_response'))
      if (isExpired(stored)) store.remove('stored_response', stored.id);
  });
  store.compact();
}
