import type { WebhookList, WebhookListItem } from '@subscription-site/shared/contracts';
import { runOps } from '../../src/bootstrap/ops/ops.js';
import { testLogger } from '../support/test-logger.js';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { createSubscriber, handleEvents, type Subscriber } from '../support/subscribers.js';
import { createUser, type SignedInUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const NO_SUCH_ID = '0190b5a0-0000-7000-8000-000000000000';
const REASON = 'The payment provider was unavailable.';

describe('webhook events in the support console', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);
  let admin: SignedInUser;
  let support: SignedInUser;
  let subscriber: Subscriber;
  let customer: string;

  beforeAll(async () => {
    [admin, support] = await Promise.all([
      createUser(product, { role: 'admin' }),
      createUser(product, { role: 'support' }),
    ]);
    subscriber = await createSubscriber(product);
    customer = String((await product.stripe.subscriptions.retrieve(subscriber.providerId)).customer);
    await handleEvents(product);
  });

  const list = (query: Record<string, string> = {}) =>
    callApi<WebhookList>(product, support.headers, 'GET', `admin/v1/webhooks?${new URLSearchParams(query)}`);
  const find = async (query: Record<string, string>): Promise<WebhookListItem[]> =>
    (await list(query)).body.items;
  const replay = (id: string, body: object = { reason: REASON }) =>
    callApi<{ status?: string; code?: string }>(
      product,
      admin.headers,
      'POST',
      `admin/v1/webhooks/${id}/replay`,
      body,
    );
  const deliver = async (event: { id: string; type: string; data: { object: object } }): Promise<void> => {
    const payload = JSON.stringify({ object: 'event', ...event });
    const secret = product.settings.stripe.webhookSecret;
    const signature = product.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const response = await fetch(`${product.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: payload,
    });
    expect(response.status).toBe(200);
  };

  it('are listed newest first, with the time they were handled and without their contents', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    const times = body.items.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual([...times].sort().reverse());
    const [paid] = body.items.filter(({ type }) => type === 'payment_intent.succeeded');
    expect(paid).toEqual({
      id: expect.any(String),
      providerEventId: expect.stringMatching(/^evt_/),
      type: 'payment_intent.succeeded',
      objectId: expect.stringMatching(/^pi_/),
      status: 'handled',
      receivedAt: expect.stringMatching(/Z$/),
      handledAt: expect.stringMatching(/Z$/),
      attempts: expect.any(Number),
      lastError: null,
      replayable: true,
    });
    expect(paid!.attempts).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(subscriber.email);
  });

  it('are found by type, by their object, and by every object that it refers to', async () => {
    const { data: invoices } = await product.stripe.invoices.list({ subscription: subscriber.providerId });
    const invoiceId = invoices[0]!.id!;
    const types = async (query: Record<string, string>) => (await find(query)).map(({ type }) => type);
    expect(await types({ objectId: invoiceId })).toContain('invoice.paid');
    for (const objectId of [subscriber.providerId, customer])
      expect(await types({ objectId, type: 'invoice.p' })).toContain('invoice.paid');
    const [paid] = await find({ type: 'invoice.paid' });
    expect(await find({ objectId: paid!.providerEventId })).toEqual([paid]);
    expect(await types({ type: 'payment_intent.succeeded' })).toEqual(['payment_intent.succeeded']);
    expect(await find({ objectId: 'sub_unknown' })).toEqual([]);
    expect(await find({ type: 'invoice_paid' })).toEqual([]);
  });

  it('are paginated', async () => {
    const all = await find({});
    const first = (await list({ limit: '1' })).body;
    expect(first.items).toEqual([all[0]]);
    expect((await list({ limit: '1', cursor: first.nextCursor! })).body.items).toEqual([all[1]]);
  });

  /** Delivers an event that fails. Its next attempt is due tomorrow, and would succeed. */
  const deliverFailing = async (id: string): Promise<WebhookListItem> => {
    const path = `^/v1/customers/${customer}`;
    await product.control('api-failures', { kind: 'error', status: 503, count: 1000, path });
    await deliver({ id, type: 'customer.updated', data: { object: { id: customer } } });
    const failing = await eventually(async () => {
      const [event] = await find({ status: 'failing' });
      expect(event).toMatchObject({ providerEventId: id, status: 'failing', handledAt: null });
      return event!;
    });
    await product.database.query({
      text: `update outbox_events set due_at = now() + interval '1 day' where done_at is null and attempts > 0`,
    });
    await product.resetControls();
    return failing;
  };

  it('are failing, with the last error, until they are processed again', async () => {
    const failing = await deliverFailing('evt_failing');
    expect(failing.attempts).toBeGreaterThan(0);
    expect(failing.lastError).toBe(
      'An unknown error occurred. This error was simulated by a sandbox control.',
    );
    expect(await find({ status: 'handled', objectId: 'evt_failing' })).toEqual([]);

    expect(await replay(failing.id)).toEqual({ status: 202, body: { status: 'due' } });

    await eventually(async () => {
      const [handled] = await find({ status: 'handled', objectId: 'evt_failing' });
      expect(handled).toMatchObject({ handledAt: expect.any(String), lastError: null });
      expect(handled!.attempts).toBeGreaterThan(failing.attempts!);
    });
    expect(await find({ status: 'failing' })).toEqual([]);
  });

  it('are all processed again by an operator command', async () => {
    const failing = await deliverFailing('evt_failing_too');
    const lines: string[] = [];
    const options = {
      settings: product.settings,
      logger: testLogger,
      clock: product.clock,
      output: { write: (text: string) => void lines.push(text.trimEnd()) },
    };
    expect(await runOps(['webhooks', 'replay'], options)).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^evt_failing_too {2}customer\.updated: ./),
      'Failing webhook events: 1.',
      expect.stringMatching(/^Nothing was changed/),
    ]);
    expect(await find({ status: 'failing' })).toMatchObject([{ id: failing.id }]);
    expect(await runOps(['webhooks', 'replay', '--apply'], options)).toBe(0);
    await eventually(async () =>
      expect(await find({ status: 'handled', objectId: 'evt_failing_too' })).toHaveLength(1),
    );
    expect(await runOps(['webhooks', 'replay', '--now'], options)).toBe(2);
  });

  it('apply the current state when they are processed again, with the reason in the audit log', async () => {
    const [paid] = await find({ objectId: subscriber.providerId, type: 'invoice.paid' });
    const query = (text: string) => product.database.query({ text, values: [subscriber.subscriptionId] });
    await query(`update subscriptions set status = 'past_due' where id = $1`);
    expect(await replay(paid!.id, { reason: ' ' })).toMatchObject({ status: 422 });
    expect(await replay(paid!.id)).toEqual({ status: 202, body: { status: 'due' } });
    await eventually(async () => {
      expect(await query('select status from subscriptions where id = $1')).toEqual([{ status: 'active' }]);
      expect(await find({ objectId: paid!.providerEventId })).toMatchObject([{ status: 'handled' }]);
    });
    const entries = await product.database.query({
      text: `select actor_id, details from audit_entries where action = 'webhook.replayed' and subject_id = $1`,
      values: [paid!.id],
    });
    const { providerEventId, type } = paid!;
    expect(entries).toEqual([{ actor_id: admin.id, details: { reason: REASON, providerEventId, type } }]);
  });

  it('have status `received` until they are attempted, and `handled` after their domain events are purged', async () => {
    const [paid] = await find({ type: 'payment_intent.succeeded' });
    const ofPaid = `where id in (select event_id from webhook_outbox_events where webhook_event_id = $1)`;
    const run = (text: string) => product.database.query({ text, values: [paid!.id] });
    await run(
      `update outbox_events set done_at = null, attempts = 0, due_at = now() + interval '1 year' ${ofPaid}`,
    );
    expect(await find({ status: 'received' })).toEqual([
      { ...paid, status: 'received', handledAt: null, attempts: 0 },
    ]);
    await run(`delete from outbox_events ${ofPaid}`);
    expect(await find({ status: 'received' })).toEqual([]);
    expect(await find({ status: 'handled', objectId: paid!.providerEventId })).toEqual([
      { ...paid, handledAt: null, attempts: null },
    ]);
  });

  it('are not processed again if they are declines, which would be counted twice', async () => {
    const object = { id: 'pi_declined' };
    await deliver({ id: 'evt_declined', type: 'payment_intent.payment_failed', data: { object } });
    const [declined] = await eventually(async () => {
      const found = await find({ objectId: 'evt_declined' });
      expect(found).toMatchObject([{ status: 'handled', replayable: false }]);
      return found;
    });
    expect(await replay(declined!.id)).toMatchObject({
      status: 409,
      body: { code: 'webhook_not_replayable' },
    });
  });

  it('reject unknown ids and malformed filters', async () => {
    expect(await replay(NO_SUCH_ID)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const malformed: Record<string, string>[] = [
      { status: 'lost' },
      { type: 'Invoice paid' },
      { objectId: 'sub-1' },
      { cursor: 'x' },
    ];
    for (const query of malformed) expect((await list(query)).status).toBe(422);
  });
});
