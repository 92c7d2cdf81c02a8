import type { CancellationSubmissionItem } from '@subscription-site/shared/contracts';
import { userDeleted } from '../../src/modules/auth/index.js';
import { ScheduleDeletion } from '../../src/modules/privacy/deletion/schedule-deletion.js';
import { PlanChanges } from '../../src/modules/subscriptions/changes/plan-changes.js';
import { PurgeCancellationSubmissions } from '../../src/modules/subscriptions/submissions/purge-cancellation-submissions.task.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { cancellationForm, type Submitted } from '../support/cancellation-form.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { callApi } from '../support/call-api.js';
import {
  DECLINED,
  changeCard,
  createSubscriber,
  handleEvents,
  getLatestPayment,
  advanceBothClocks,
  soon,
  getSubscription,
  listChanges,
  type Subscriber,
} from '../support/subscribers.js';
import {
  bearer,
  buildPurchase,
  openCheckout,
  payForCheckout,
  prepareCheckout,
  processPayment,
  signIn,
} from '../support/purchase.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const FREE_TEXT = {
  name: 'Mallory evil.example/name',
  contract: 'evil.example/contract',
  reason: 'evil.example/reason\nsecond line',
};

/** From the public form to the provider, the receipt and the console. */
describe('a cancellation without signing in', () => {
  const product = useFixture(startPaymentFixture, { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
  const worker = useWorker(product);

  let known: Subscriber;
  beforeAll(async () => {
    known = await createSubscriber(product);
  });
  afterEach(() => product.resetControls());

  const { call, submit, receipt, linkIn, manage, search } = cancellationForm(() => product);
  const isEnding = async ({ providerId }: Subscriber) =>
    (await product.stripe.subscriptions.retrieve(providerId)).cancel_at_period_end;
  const decisions = async (subscriber: Subscriber) =>
    (await listChanges(product, subscriber)).map(({ kind }) => kind);

  it('looks the same for known and unknown addresses, and echoes free text to staff only', async () => {
    const unknown = 'stranger@example.com';
    const responses = await Promise.all(
      [known.email, unknown].map((email) =>
        call('submit-cancellation', { kind: 'cancel', email, ...FREE_TEXT }),
      ),
    );
    for (const { status, body } of responses) {
      expect(status).toBe(202);
      expect(body).toEqual({
        reference: expect.stringMatching(/^C(-\d{4}){3}$/),
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    }
    const headerNames = responses.map(({ headers }) => [...headers.keys()].sort());
    expect(headerNames[0]).toEqual(headerNames[1]);
    const [own, other] = responses.map(({ body }) => body as unknown as Submitted);

    const received = await receipt(known.email, own!.reference);
    expect(received.subject).toBe('We received your cancellation');
    expect(received.text).toMatch(/Type: Cancellation for good cause\nRequested end: As soon as possible/);
    expect(received.text).toContain('Your Team plan now ends on');
    const stranger = await receipt(unknown, other!.reference);
    expect(stranger.text).toContain('We couldn’t find an active plan');
    expect(stranger.text).not.toContain('/cancel/manage');
    for (const { text, html } of [received, stranger]) expect(text + html).not.toMatch(/evil|Mallory/);

    await soon(product, async () => expect(await isEnding(known)).toBe(true));
    expect(await search(`search=${own!.reference.toLowerCase()}`)).toMatchObject([
      { ...FREE_TEXT, email: known.email, outcome: 'scheduled', userId: known.userId },
    ]);
    expect(await search('outcome=unmatched&search=STRANGER')).toMatchObject([
      { ...FREE_TEXT, reference: other!.reference, userId: null },
    ]);
    const support = await createUser(product, { role: 'support' });
    const customers = `admin/v1/customers?q=${own!.reference.toLowerCase()}`;
    expect((await callApi(product, support.headers, 'GET', customers)).body).toMatchObject({
      items: [{ id: known.userId, email: known.email }],
    });
    const alerts = await soon(product, async () => {
      const all = await product.emailsTo(product.settings.supportEmail);
      const found = all.filter(({ subject }) => subject.startsWith('A cancellation needs your attention'));
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    for (const { text, html } of alerts) expect(text + html).not.toMatch(/evil|Mallory/);
  });

  it('is shown to staff as undone once the plan was resumed in the account, or with how the plan ended', async () => {
    const [submission] = await search(`search=${known.email}`);
    expect(submission).toMatchObject({ outcome: 'scheduled', undoneAt: null });
    const { token } = await signIn(product, known.email, 'correct horse');
    const before = Date.now();
    const path = 'account/v1/subscription/cancellation';
    expect((await callApi(product, bearer(token), 'DELETE', path)).status).toBeLessThan(300);
    const [{ id, undoneAt }] = (await search(`search=${known.email}`)) as [CancellationSubmissionItem];
    expect(Date.parse(undoneAt!)).toBeGreaterThan(before - 60_000);
    const { headers } = await createUser(product, { role: 'admin' });
    const file = await fetch(`${product.url}/api/admin/v1/cancellation-submissions/${id}/declaration`, {
      headers,
    });
    expect(await file.text()).toMatch(/^Undone: /m);

    const { reference } = await submit(known.email);
    await receipt(known.email, reference);
    const shown = async () => (await search(`search=${reference}`))[0]!;
    expect(await shown()).toMatchObject({ endsAt: expect.any(String), endedAt: null, refunded: false });
    const payment = await getLatestPayment(product, known.providerId);
    const refund = { endSubscription: true, reason: 'Charged twice' };
    const refunded = await callApi(product, headers, 'POST', `admin/v1/payments/${payment}/refund`, refund);
    expect(refunded.status).toBe(200);
    expect(await shown()).toMatchObject({ endedAt: expect.any(String), refunded: true });
  });

  it('leaves a later date to staff, and waits for a confirmation while a payment is overdue', async () => {
    const subscriber = await createSubscriber(product);
    const later = await submit(subscriber.email, { effective: '2099-12-31' });
    const { text } = await receipt(subscriber.email, later.reference);
    expect(text).toMatch(/Requested end: Dec 31, 2099[^]*We’ll reply/);
    expect(await decisions(subscriber)).toEqual([]);
    expect(await search('outcome=later_date')).toMatchObject([
      { reference: later.reference, effective: '2099-12-31' },
    ]);

    await changeCard(product, subscriber.providerId, DECLINED);
    await advanceBothClocks(product, 32);
    await soon(product, async () =>
      expect(await getSubscription(product, subscriber)).toMatchObject({ status: 'past_due' }),
    );
    const { reference } = await submit(subscriber.email);
    const link = linkIn((await receipt(subscriber.email, reference)).text);
    expect((await call('view-cancellation', link)).body).toMatchObject({ state: 'active', actions: ['end'] });
    expect(await decisions(subscriber)).toEqual([]);
    await manage(link, 'end');
    await soon(product, async () =>
      expect((await product.stripe.subscriptions.retrieve(subscriber.providerId)).status).toBe('canceled'),
    );
    const ended = await submit(subscriber.email);
    expect((await receipt(subscriber.email, ended.reference)).text).toContain('couldn’t find an active plan');
  });

  it('is undone with the link in the receipt, which does nothing when it is only opened', async () => {
    const subscriber = await createSubscriber(product, { interval: 'year' });
    const planChanges = product.api.get(PlanChanges);
    const { id: quoteId } = await planChanges.quote(subscriber.userId, 'team', 'month');
    await planChanges.confirm(subscriber.userId, quoteId);
    const { reference } = await submit(subscriber.email, { contract: 'Team' });
    const link = linkIn((await receipt(subscriber.email, reference)).text);
    await soon(product, async () => expect(await isEnding(subscriber)).toBe(true));
    for (let opened = 0; opened < 2; opened += 1)
      expect((await call('view-cancellation', link)).body).toMatchObject({
        reference,
        plan: 'team',
        state: 'ending',
        actions: ['undo'],
      });
    const other = await submit('other-stranger@example.com');
    for (const wrong of [
      { ...link, token: `${link.token.slice(0, -2)}AA` },
      { ...link, reference: other.reference },
      { ...link, reference: 'C-0000-0000-0000' },
    ])
      for (const name of ['view-cancellation', 'manage-cancellation'])
        expect(
          await call(name, { ...wrong, ...(name === 'manage-cancellation' && { action: 'undo' }) }),
        ).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
    expect(await decisions(subscriber)).toEqual(['schedule', 'cancel']);

    for (let press = 0; press < 2; press += 1)
      expect(await manage(link, 'undo')).toMatchObject({ state: 'active', endsAt: null, actions: [] });
    await soon(product, async () => expect(await isEnding(subscriber)).toBe(false));
    expect(await decisions(subscriber)).toEqual(['schedule', 'cancel', 'resume']);
    await soon(product, async () => {
      const { schedule } = await product.stripe.subscriptions.retrieve(subscriber.providerId);
      // The change that was scheduled before.
      expect((await product.stripe.subscriptionSchedules.retrieve(String(schedule))).phases).toHaveLength(2);
    });
    expect(await search(`search=${subscriber.email}`)).toMatchObject([{ undoneAt: expect.any(String) }]);
  });

  it('charges and continues nothing while the account is scheduled for deletion, until that is undone', async () => {
    const { email, password } = buildPurchase();
    const subscriber = await createSubscriber(product, { email });
    const { token } = await signIn(product, email, password);
    const headers = { ...bearer(token), 'X-Forwarded-For': '198.51.100.20' };
    const account = (method: string, path: string, body?: object) =>
      callApi(product, headers, method, `account/v1/${path}`, body);
    const quoted = await account('POST', 'subscription/quotes', { plan: 'team', interval: 'year' });
    const { reference } = await submit(email);
    const link = linkIn((await receipt(email, reference)).text);
    const emailsAbout = async (text: string) =>
      (await product.emailsTo(email)).filter(({ subject }) => subject.includes(text));

    const { body: deletion } = await account('POST', 'deletion', { password });

    const rejected = { status: 409, body: { code: 'account_deletion_scheduled', details: deletion } };
    const attempts = [
      await account('DELETE', 'subscription/cancellation'),
      await account('POST', 'subscription/quotes', { plan: 'growth', interval: 'month' }),
      await account('POST', 'subscription/changes', { quoteId: quoted.body.id }),
      await account('POST', 'invoices/in_unknown/pay'),
    ];
    expect(attempts).toMatchObject(attempts.map(() => rejected));
    const { scheduledFor } = deletion;
    expect((await account('GET', 'subscription')).body).toMatchObject({
      deletionAt: scheduledFor,
      subscription: { cancelAt: scheduledFor, nextCharge: null },
    });
    const ending = { state: 'ending', endsAt: scheduledFor, deletionAt: scheduledFor, actions: [] };
    expect(await manage(link, 'undo')).toMatchObject(ending);
    expect(await decisions(subscriber)).toEqual(['cancel']);

    expect((await account('DELETE', 'deletion')).status).toBe(204);
    expect(await manage(link, 'undo')).toMatchObject({ state: 'active', deletionAt: null });
    await account('POST', 'deletion', { password });
    await soon(product, async () => expect(await isEnding(subscriber)).toBe(true));
    await handleEvents(product);
    // If the plan was continued at the provider before it was canceled again, an email said so.
    const continued = await emailsAbout('plan will continue');
    expect((await account('DELETE', 'deletion')).status).toBe(204);
    await soon(product, async () => expect(await isEnding(subscriber)).toBe(false));
    expect(await decisions(subscriber)).toEqual(['cancel', 'resume', 'cancel', 'resume']);
    await soon(product, async () => expect(await emailsAbout('scheduled for deletion')).toHaveLength(2));
    // The receipt and the emails about the deletion say it.
    expect(await emailsAbout('plan was canceled')).toHaveLength(0);
    await handleEvents(product);
    expect(await emailsAbout('plan will continue')).toHaveLength(continued.length);
    const [undone, ...others] = await emailsAbout('won’t be deleted');
    expect(others).toHaveLength(1);
    expect(undone!.text.replaceAll(/\s+/g, ' ')).toMatch(
      /Your Team plan stays active and renews on \w+ \d+, \d+ \(UTC\)\./,
    );
  });

  it('sells nothing to an account that is scheduled for deletion, and refunds a payment that was under way', async () => {
    const { id, email, headers } = await createUser(product);
    const paid = await payForCheckout(product, buildPurchase({ email, password: 'a good long password' }));
    const schedule = product.api.get(ScheduleDeletion);
    await schedule.schedule(id);
    const rejected = { status: 409, body: { code: 'account_deletion_scheduled' } };
    const hosted = { planName: 'team', interval: 'month' };
    expect(await product.callFunction('create-checkout-session', hosted, headers)).toMatchObject(rejected);
    const own = buildPurchase({ email, password: 'a good long password' });
    expect(await prepareCheckout(product, own, await openCheckout(product, own))).toMatchObject(rejected);
    const signedIn = await prepareCheckout(product, own, await openCheckout(product, own), headers);
    expect(signedIn).toMatchObject(rejected);

    expect(await processPayment(product, { ...own }, paid)).toMatchObject({
      status: 409,
      body: { code: 'payment_refunded' },
    });
    await soon(product, async () => {
      const { data } = await product.stripe.refunds.list({ payment_intent: paid.paymentIntentId });
      expect(data.map(({ amount }) => amount)).toEqual([4900]);
    });
    await soon(product, async () => {
      const [refund] = (await product.emailsTo(email)).filter(({ subject }) => subject.includes('refunded'));
      expect(refund!.text.replaceAll(/\s+/g, ' ')).toContain('scheduled for deletion');
    });
  });

  it('is one decision, however often it is sent, whose link undoes no later one, and works for one address and two weeks', async () => {
    const subscriber = await createSubscriber(product);
    // As if the worker were killed before and after the provider applied it.
    for (const when of ['before', 'after'])
      await product.control('api-failures', {
        method: 'POST',
        path: '/v1/subscriptions/[^/]+$',
        kind: 'error',
        count: 1,
        when,
      });
    const body = { kind: 'cancel', name: 'Ada', email: ` ${subscriber.email.toUpperCase()} ` };
    const once = { 'Idempotency-Key': 'once', 'X-Forwarded-For': '203.0.113.250' };
    const first = await call('submit-cancellation', body, once);
    expect((await call('submit-cancellation', body, once)).body).toEqual(first.body);
    const again = await submit(subscriber.email);
    expect(again.reference).not.toBe(first.body.reference);
    const link = linkIn((await receipt(subscriber.email, String(first.body.reference))).text);
    expect((await receipt(subscriber.email, again.reference)).text).toContain('already set to end');
    await soon(product, async () => {
      product.clock.advance(5);
      expect(await isEnding(subscriber)).toBe(true);
    });
    expect(await decisions(subscriber)).toEqual(['cancel']);
    expect(await search(`search=${subscriber.email}`)).toHaveLength(2);

    const setEmail = (email: string) =>
      product.database.query({
        text: 'update users set email_normalized = $2, email = $2 where id = $1',
        values: [subscriber.userId, email],
      });
    await setEmail(`new-${subscriber.email}`);
    expect((await call('view-cancellation', link)).status).toBe(404);
    await setEmail(subscriber.email);
    expect((await call('view-cancellation', link)).status).toBe(200);
    const { headers } = await createUser(product, { role: 'admin' });
    const staff = `admin/v1/subscriptions/${subscriber.subscriptionId}/cancel`;
    await callApi(product, headers, 'POST', staff, { atPeriodEnd: true, reason: 'asked by phone' });
    expect(await manage(link, 'undo')).toMatchObject({ state: 'ending', actions: [] });
    await advanceBothClocks(product, 14);
    expect((await call('view-cancellation', link)).status).toBe(404);
  });

  it.each([
    ['name', { name: 'Ada\r\nBcc: all@example.com' }],
    ['email', { email: 'a@example.com,b@example.com' }],
    ['name', { name: 'Ada\u202Egnp' }],
    ['effective', { effective: '2026-02-30' }],
    ['effective', { effective: '2020-01-01' }],
    ['captcha', { captcha: 'unknown' }],
  ])('names an invalid %s: %j', async (field, fields) => {
    const body = { kind: 'cancel', name: 'Ada', email: 'ada@example.com', ...fields };
    expect(await call('submit-cancellation', body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', details: { fields: [{ field }] } },
    });
  });

  it('is limited per address and per IP, for unknown addresses too', async () => {
    const body = { kind: 'cancel', name: 'Ada', email: 'limited@example.com' };
    const perEmail = [];
    for (let count = 0; count < 6; count += 1)
      perEmail.push((await call('submit-cancellation', body)).status);
    expect(perEmail).toEqual([202, 202, 202, 202, 202, 429]);
    // Invalid requests count as well.
    const submitInvalid = () => call('submit-cancellation', {}, { 'X-Forwarded-For': '198.51.100.7' });
    const perIp = [];
    for (let count = 0; count < 21; count += 1) perIp.push((await submitInvalid()).status);
    expect(perIp).toEqual([...Array<number>(20).fill(422), 429]);
  });

  it('is erased with the account, and deleted after three years', async () => {
    const { id, email } = await createUser(product);
    const { reference } = await submit(email, FREE_TEXT);
    await receipt(email, reference);
    const stored = () =>
      product.database.query({
        text: `select name, email, email_normalized, contract, reason, outcome
               from cancellation_submissions where reference = $1`,
        values: [reference],
      });
    expect(await stored()).toMatchObject([{ ...FREE_TEXT, email, outcome: 'no_subscription' }]);
    const staff = await createUser(product, { role: 'support' });
    const [{ id: submissionId }] = (await search(`search=${id}`)) as [CancellationSubmissionItem];
    const download = (headers: Record<string, string>, of = submissionId) =>
      fetch(`${product.url}/api/admin/v1/cancellation-submissions/${of}/declaration`, { headers });
    const opened = await download(staff.headers);
    expect(opened.headers.get('Content-Disposition')).toContain(`cancel-${reference}.txt`);
    const text = await opened.text();
    for (const word of [reference, email, FREE_TEXT.contract, 'second line']) expect(text).toContain(word);
    expect((await download(staff.headers, id)).status).toBe(404);
    const outbox = product.api.get(Outbox);
    await product.database.transaction(() => outbox.emit(userDeleted, { userId: id }));
    const erased = { name: null, email: null, email_normalized: null, contract: null, reason: null };
    await soon(product, async () =>
      expect(await stored()).toEqual([{ ...erased, outcome: 'no_subscription' }]),
    );
    const kept = await (await download(staff.headers)).text();
    expect(kept).toContain(reference);
    expect(kept).not.toMatch(/Mallory|evil|@example/);
    expect(
      await product.database.query({
        text: `select actor_id from audit_entries
               where action = 'cancellation_submission.viewed' and subject_id = $1`,
        values: [submissionId],
      }),
    ).toEqual([{ actor_id: staff.id }, { actor_id: staff.id }]);

    const purge = worker.get(PurgeCancellationSubmissions);
    await purge.run();
    expect(await stored()).toHaveLength(1);
    await product.database.query({
      text: `update cancellation_submissions set received_at = received_at - interval '1095 days 1 second' where reference = $1`,
      values: [reference],
    });
    await purge.run();
    expect(await stored()).toEqual([]);
  });
});
