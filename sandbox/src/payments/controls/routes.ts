import express, { type Express, type Response } from 'express';
import { advanceClock } from '../clock/run-tasks.ts';
import { nextTask } from '../clock/tasks.ts';
import { renderEvent } from '../events/render-event.ts';
import { resolveProcessing } from '../intents/attempt.ts';
import { mountBillingControls } from './billing-controls.ts';
import { overview, stateCounts } from './state.ts';
import {
  ControlError,
  readAdvance,
  readApiFailure,
  readEndpoint,
  readWebhookFailure,
} from './read-controls.ts';
import type { ApiFailures } from './api-failures.ts';
import type { WebhookFailures } from '../events/webhook-failures.ts';
import type { WebhookSender } from '../events/webhook-sender.ts';
import type { Sandbox } from '../sandbox.ts';

export interface ControlTargets {
  sandbox: Sandbox;
  apiFailures: ApiFailures;
  webhookFailures: WebhookFailures;
  sender: WebhookSender;
}

/** JSON controls under `/controls`: clock, simulated failures, webhooks and state. For tests and for trying things out. */
export function mountControls(
  app: Express,
  { sandbox, apiFailures, webhookFailures, sender }: ControlTargets,
): void {
  const controls = express.Router();
  controls.use(express.json());

  const current = (): object => ({
    clock: {
      now: sandbox.clock.now(),
      offsetSeconds: sandbox.clock.offsetSeconds,
      nextTaskAt: nextTask(sandbox)?.dueAt ?? null,
    },
    webhooks: sender.progress(),
    webhookEndpoint: { url: sender.url },
    apiFailures: apiFailures.current(),
    webhookFailures: webhookFailures.current(),
  });
  const respond = async (response: Response, work: () => object | Promise<object>): Promise<void> => {
    try {
      response.json(await work());
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      response.status(422).json({ message: error.message });
    }
  };

  controls.get('/', (_request, response) => respond(response, current));
  controls.delete('/', (_request, response) =>
    respond(response, () => {
      apiFailures.reset();
      webhookFailures.reset();
      return current();
    }),
  );
  let advancing: Promise<unknown> = Promise.resolve();
  controls.post('/clock', (request, response) =>
    respond(response, () => {
      // One after the other: each starts at the time the previous one reached.
      const advance = advancing.then(async () => {
        const { clock } = sandbox;
        const happened = await advanceClock(sandbox, readAdvance(request.body, clock.now()));
        return { now: clock.now(), offsetSeconds: clock.offsetSeconds, happened };
      });
      advancing = advance.catch(() => undefined);
      return advance;
    }),
  );
  controls.post('/api-failures', (request, response) =>
    respond(response, () => {
      apiFailures.add(readApiFailure(request.body));
      return current();
    }),
  );
  controls.post('/webhook-failures', (request, response) =>
    respond(response, () => {
      webhookFailures.add(readWebhookFailure(request.body));
      return current();
    }),
  );
  controls.post('/webhook-endpoint', (request, response) =>
    respond(response, () => {
      sender.url = readEndpoint(request.body);
      return current();
    }),
  );
  controls.post('/events/:id/deliver', (request, response) =>
    respond(response, () => {
      const event = sandbox.store.get('event', request.params.id);
      if (!event) throw new ControlError(`No such event: '${request.params.id}'`);
      sender.redeliver(event.id);
      return renderEvent(sandbox, event);
    }),
  );
  controls.post('/payment-intents/:id/resolve', (request, response) =>
    respond(response, () => {
      const { outcome } = (request.body ?? {}) as { outcome?: unknown };
      sandbox.store.transaction(() => resolveProcessing(sandbox, request.params.id, outcome !== 'failed'));
      const intent = sandbox.store.get('payment_intent', request.params.id);
      if (!intent) throw new ControlError(`No such payment_intent: '${request.params.id}'`);
      return { id: intent.id, status: intent.status };
    }),
  );
  mountBillingControls(controls, sandbox, respond);
  controls.get('/state', (request, response) =>
    respond(response, () => stateCounts(sandbox, request.originalUrl.split('?')[1] ?? '')),
  );
  controls.get('/overview', (_request, response) =>
    respond(response, () => ({ ...current(), ...overview(sandbox) })),
  );
  app.use('/controls', controls);
}
