import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ReceiveWebhook } from '../../src/modules/billing/webhooks/receive-webhook.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { changePrice, schedulePrice } from '../support/provider-prices.js';
import { randomFrom } from '../support/random.js';
import {
  changeCard,
  createSubscriber,
  getLatestPayment,
  advanceBothClocks,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const SEEDS = 40;
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);
const MONTHS = 36;
const AT_ONCE = 20;
const CARD = '4242424242424242';
const DECLINING_CARD = '4000000000000341';
const DISPUTED_CARD = '4000000000000259';

/** The provider delivers events more than once and in any order. Only its current state decides what we store. */
describe('the events of customers, shuffled and duplicated', () => {
  const product = useFixture(startPaymentFixture);
  // Only webhooks are tested here.
  useWorker(product, { runsScheduledTasks: false });

  const handled = () =>
    eventually(async () => {
      const unfinished = await product.database.query({
        text: `select 1 from outbox_events where done_at is null and queue = 'payments'`,
      });
      expect(unfinished).toEqual([]);
    });
  const rows = async (subscribers: Subscriber[]) => {
    const [ids, providerIds] = [
      subscribers.map((s) => s.subscriptionId),
      subscribers.map((s) => s.providerId),
    ];
    const query = (text: string, values: unknown[]) => product.database.query({ text, values });
    return {
      subscriptions: await query(
        `select id, status, plan, billing_interval, amount_cents, currency, provider_price_id, disputed, current_period_start,
                current_period_end, cancel_at_period_end, cancel_at, ended_at, grace_until
         from subscriptions where id = any($1) order by id`,
        [ids],
      ),
      history: await query(
        `select subscription_id, from_status, to_status, reason from subscription_history where subscription_id = any($1)
         order by 1, at`,
        [ids],
      ),
      invoices: await query(
        `select provider_invoice_id, status, number, amount_due_cents, amount_paid_cents, refunded_cents, dispute_status, billing_reason,
                period_start, period_end, payment_intent_id, attempts, next_attempt_at, failure_code, paid_at
         from invoices where provider_subscription_id = any($1) order by 1`,
        [providerIds],
      ),
    };
  };

  const refundLatest = async ({ providerId }: Subscriber, amount?: number) => {
    const payment_intent = await getLatestPayment(product, providerId);
    await product.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
  };
  const winDispute = async ({ providerId }: Subscriber) => {
    const payment_intent = await getLatestPayment(product, providerId);
    const [dispute] = (await product.stripe.disputes.list({ payment_intent })).data;
    await product.stripe.disputes.update(dispute!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
  };

  it(`leave identical rows for ${SEEDS} seeds`, async () => {
    const monthly = await createSubscriber(product);
    const canceled = await createSubscriber(product, { interval: 'year' });
    const failed = await createSubscriber(product, { interval: 'year' });
    const subscribers = [monthly, canceled, failed];
    await handled();
    const start = await product.database.query<Record<string, unknown>>({
      text: 'select * from subscriptions where id = any($1)',
      values: [subscribers.map(({ subscriptionId }) => subscriptionId)],
    });
    /** Actions by the month that begins after them. */
    const actions: Record<number, () => Promise<void>> = {
      3: () => changeCard(product, monthly.providerId, DECLINING_CARD),
      4: () => changeCard(product, monthly.providerId, CARD),
      8: () => changePrice(product, monthly, 'growth_month', { proration_behavior: 'always_invoice' }),
      12: () => schedulePrice(product, monthly, 'team_month'),
      16: () => refundLatest(monthly, 1000),
      20: () => changeCard(product, monthly.providerId, DISPUTED_CARD),
      21: async () => {
        await winDispute(monthly);
        await changeCard(product, monthly.providerId, CARD);
      },
      30: async () => {
        await changeCard(product, failed.providerId, DECLINING_CARD);
        await product.stripe.subscriptions.update(canceled.providerId, { cancel_at_period_end: true });
      },
    };
    const recorder = await startRecorder();
    await product.control('webhook-endpoint', { url: recorder.url });
    for (let month = 1; month <= MONTHS; month += 1) {
      await actions[month]?.();
      await advanceBothClocks(product, 31);
    }
    await refundLatest(monthly);
    const events = await recorder.stop(await getNewestEventId(product));
    await product.control('webhook-endpoint', { url: `${product.url}/api/webhooks/stripe` });

    const results: Awaited<ReturnType<typeof rows>>[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      await startAgain(product, subscribers, start);
      const order = shuffled([...events, ...events], seed);
      for (let index = 0; index < order.length; index += AT_ONCE)
        await Promise.all(order.slice(index, index + AT_ONCE).map((payload) => deliver(product, payload)));
      await handled();
      results.push(await rows(subscribers));
      if (results.length % 10 === 0)
        process.stderr.write(`${results.length} orders of ${events.length} events\n`);
    }
    for (const [index, result] of results.entries())
      expect({ seed: FIRST_SEED + index, ...result }).toEqual({ seed: FIRST_SEED + index, ...results[0] });
    const { subscriptions, invoices } = results[0]!;
    expect(subscriptions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: monthly.subscriptionId, status: 'refunded', plan: 'team' }),
        expect.objectContaining({ id: canceled.subscriptionId, status: 'canceled' }),
        expect.objectContaining({ id: failed.subscriptionId, status: 'canceled' }),
      ]),
    );
    expect(invoices.length).toBeGreaterThan(MONTHS);
    expect(invoices).toContainEqual(expect.objectContaining({ dispute_status: 'won' }));
    expect(invoices).toContainEqual(expect.objectContaining({ refunded_cents: 1000 }));
  }, 1_800_000);
});

async function getNewestEventId(product: PaymentFixture): Promise<string> {
  return (await product.stripe.events.list({ limit: 1 })).data[0]!.id;
}

/** Receives events in place of the product, and keeps them. */
async function startRecorder() {
  const bodies = new Map<string, string>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    bodies.set((JSON.parse(body) as { id: string }).id, body);
    response.end('{}');
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Once this event has arrived. Returns the bodies of all events. */
    async stop(lastId: string): Promise<string[]> {
      await eventually(() => expect([...bodies.keys()]).toContain(lastId));
      await new Promise((closed) => void server.close(closed).closeAllConnections());
      return [...bodies.values()];
    },
  };
}

/** Skips the HTTP request, which `api/webhooks` covers. */
async function deliver(product: PaymentFixture, payload: string): Promise<void> {
  const secret = product.settings.stripe.webhookSecret;
  const signature = product.stripe.webhooks.generateTestHeaderString({ payload, secret });
  await product.api.get(ReceiveWebhook).receive(Buffer.from(payload), signature);
}

/** Restores the rows as they were before the first event, and forgets that any was received. */
async function startAgain(
  product: PaymentFixture,
  subscribers: Subscriber[],
  start: Record<string, unknown>[],
): Promise<void> {
  const run = (text: string, values: unknown[] = []) => product.database.query({ text, values });
  const ids = subscribers.map(({ subscriptionId }) => subscriptionId);
  await run('delete from webhook_events');
  await run('delete from invoices');
  await run('delete from subscription_history where subscription_id = any($1) and from_status is not null', [
    ids,
  ]);
  for (const { id, ...row } of start) {
    const columns = Object.keys(row);
    await run(
      `update subscriptions set ${columns.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(row)],
    );
  }
}

/** A Fisher-Yates shuffle with a seeded generator, so that a failing seed can be repeated. */
function shuffled<T>(items: T[], seed: number): T[] {
  const random = randomFrom(seed);
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}
