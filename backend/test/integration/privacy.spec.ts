import { v7 as uuid } from 'uuid';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DataExport, DataExportList } from '@subscription-site/shared/contracts';
import { escapeHtml } from '@subscription-site/shared/html';
import { runOps } from '../../src/bootstrap/ops/ops.js';
import { testLogger } from '../support/test-logger.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { keptColumns, findTraces } from '../support/personal-data.js';
import { retentionPromises, rateLimitSeconds } from '../support/privacy-policy.js';
import {
  bearer,
  buildPurchase,
  openCheckout,
  payForCheckout,
  prepareCheckout,
  processPayment,
  signIn,
} from '../support/purchase.js';
import {
  confirmEmail,
  createFolderBucket,
  createPersonWithData,
  WORDS,
} from '../support/person-with-data.js';
import { adminClient } from '../support/service-key.js';
import { callApi } from '../support/call-api.js';
import {
  createSubscriber,
  getLatestPayment,
  advanceBothClocks,
  subscriberWith,
} from '../support/subscribers.js';
import { unwrap, storageClient } from '../support/storage.js';
import { unzip } from '../support/unzip.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

/** Invoices name the customer, as the law requires. */
const INVOICES = 'invoice_documents.content';
const UNAVAILABLE = { kind: 'error', status: 503, final: true, count: 1000 };

/** Export, deletion, erasure and retention, with a real payment emulator, mail server, queues and files. */
describe('privacy', () => {
  const product = useFixture(startPaymentFixture, { ADMIN_REQUIRE_MFA: 'off', TRUSTED_PROXIES: '127.0.0.1' });
  useWorker(product);
  beforeEach(() => product.resetControls());

  const account = (headers: Record<string, string>, method: string, path: string, body?: object) =>
    callApi(product, headers, method, `account/v1/${path}`, body);
  const queryRows = <Row>(statement: string, ...values: unknown[]) =>
    product.database.query<Row>({ text: statement, values });
  /** The clock advances meanwhile, to the next attempt. */
  const untilErased = (userId: string) =>
    eventually(async () => {
      product.clock.advance(20);
      expect(await queryRows('select 1 from erasures where user_id = $1', userId)).toHaveLength(1);
    });
  const subjectsTo = async (address: string) =>
    (await product.emailsTo(address)).map(({ subject }) => subject);
  async function exported(headers: Record<string, string>): Promise<DataExport> {
    const requested = await account(headers, 'POST', 'exports');
    expect(requested).toMatchObject({ status: 202, body: { status: 'pending', downloadPath: null } });
    const again = await account(headers, 'POST', 'exports');
    expect(again.body.id).toBe(requested.body.id);
    return eventually(async () => {
      const { body } = await account(headers, 'GET', 'exports');
      const [newest] = (body as unknown as DataExportList).items;
      expect(newest).toMatchObject({ id: requested.body.id, status: 'ready' });
      return newest!;
    });
  }

  it('erases users that the operator deleted, once the payment provider is available, and what alerts told staff', async () => {
    const [unconfirmed, moved] = [await createSubscriber(product), await createSubscriber(product)];
    await confirmEmail(product, moved.userId);
    const admin = await adminClient(product);
    const { stripe } = product;
    for (const { providerId, email } of [unconfirmed, moved]) {
      const payment = await getLatestPayment(product, providerId);
      await product.control(`charges/${payment}/fraud-warning`, {});
      await eventually(async () =>
        expect(await findTraces(product, [email])).toContain('staff_alerts.params'),
      );
    }
    await eventually(async () => expect(await subjectsTo(moved.email)).toHaveLength(1));
    const address = { email: `moved-${moved.email}`, email_confirm: true };
    expect((await admin.updateUserById(moved.userId, address)).error).toBeNull();
    await product.control('api-failures', UNAVAILABLE);
    for (const { userId } of [unconfirmed, moved]) expect((await admin.deleteUser(userId)).error).toBeNull();
    await eventually(async () => {
      const places = await findTraces(product, [moved.email]);
      expect(places).not.toContain('emails.recipient');
      expect(places).toContain('checkouts.email');
    });
    expect(await queryRows('select 1 from erasures where user_id = $1', moved.userId)).toEqual([]);
    await product.resetControls();
    for (const { userId, providerId } of [unconfirmed, moved]) {
      await untilErased(userId);
      expect((await stripe.subscriptions.retrieve(providerId)).status).toBe('canceled');
    }
    const traces = await findTraces(product, [unconfirmed.email, moved.email]);
    expect(traces.filter((place) => place !== INVOICES)).toEqual([]);
  });

  it('exports, schedules, undoes, deletes and erases everything about a person, also again after a restore', async () => {
    const person = await createPersonWithData(product);
    const { email, password, userId, providerId, headers, bucket } = person;
    await eventually(async () => expect(await subjectsTo(product.settings.supportEmail)).not.toEqual([]));

    await eventually(async () => {
      const issued = 'select kind from invoice_documents where user_id = $1 and version = 1';
      expect(await queryRows(issued, userId)).toHaveLength(2);
    });

    // The export contains all of it, and describes itself.
    const ready = await exported(headers);
    const download = await fetch(product.url + ready.downloadPath!);
    expect(download.headers.get('content-type')).toBe('application/zip');
    const archive = Buffer.from(await download.arrayBuffer());
    expect(archive.length).toBe(ready.sizeBytes);
    const entries = await unzip(archive);
    expect(entries[`files/${bucket}/${userId}/${WORDS.file}`]).toBe(WORDS.fileContent);
    const documents = Object.entries(entries).filter(([path]) => path.startsWith('invoices/'));
    const kinds = documents.map(([path]) => /^invoices\/(invoice|receipt)-.+\.pdf$/.exec(path)?.[1]);
    expect(new Set(kinds)).toEqual(new Set(['invoice', 'receipt']));
    expect(documents.filter(([, content]) => !content.startsWith('%PDF-'))).toEqual([]);
    const data = entries['data.json']!;
    const { file: _, fileContent: __, picture: ___, ...others } = WORDS;
    expect(Object.values(entries).some((content) => content.includes(WORDS.picture))).toBe(true);
    for (const word of [...Object.values(others), email]) expect(data).toContain(word);
    for (const secret of ['passwordHash', 'tokenHash', '$argon2']) expect(data).not.toContain(secret);
    // The same for people, as one page that is escaped and loads nothing.
    const page = entries['index.html']!;
    for (const word of [...Object.values(others), email]) expect(page).toContain(escapeHtml(word));
    expect(page).toContain(`<a href="./files/${bucket}/${userId}/${WORDS.file}">`);
    expect(page).toContain('<h2 id="subscriptions">Subscriptions</h2>');
    expect(page).toContain('<td>49.00</td>');
    expect(page).not.toMatch(/<script|<b>|src=|\$argon2/);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validate(JSON.parse(entries['data.schema.json']!), JSON.parse(data)) || ajv.errors).toBe(true);
    expect((await fetch(product.url + ready.downloadPath!.slice(0, -4))).status).toBe(404);
    await eventually(async () => expect(await subjectsTo(email)).toContain('Your data is ready to download'));

    // Scheduling needs the password; undoing it keeps account and plan.
    for (const [body, code] of [
      [{}, 'validation_failed'],
      [{ password: 'wrong' }, 'wrong_password'],
    ] as const)
      expect(await account(headers, 'POST', 'deletion', body)).toMatchObject({ status: 422, body: { code } });
    const cancelAt = async () =>
      (
        await queryRows<{ at: Date | null }>(
          'select cancel_at as at from subscriptions where user_id = $1',
          userId,
        )
      )[0]!.at;
    const scheduled = await account(headers, 'POST', 'deletion', { password });
    expect(scheduled.status).toBe(200);
    expect((await account(headers, 'GET', 'deletion')).body).toEqual({
      ...scheduled.body,
      requiresPassword: true,
    });
    expect(await cancelAt()).not.toBeNull();
    expect((await account(headers, 'DELETE', 'deletion')).status).toBe(204);
    expect(await cancelAt()).toBeNull();
    expect((await account(headers, 'GET', 'deletion')).body).toMatchObject({ scheduledFor: null });
    await advanceBothClocks(product, 10);
    const later = bearer((await signIn(product, email, password)).token);
    expect((await account(later, 'POST', 'deletion', { password })).status).toBe(200);
    await advanceBothClocks(product, 5);
    // The first request would be due by now.
    expect((await signIn(product, email, password)).status).toBe(200);
    const backup = await Promise.all(
      ['users', 'emails', 'stories', 'checkouts'].map(async (table) => ({
        table,
        rows: await queryRows<{ row: { id: string } }>(
          `select to_jsonb(t) as row from ${table} t where to_jsonb(t)::text ilike $1`,
          `%${email}%`,
        ),
      })),
    );
    expect(backup.map(({ rows }) => rows.length > 0)).toEqual([true, true, true, true]);

    await advanceBothClocks(product, 9.1);
    await untilErased(userId);
    const words = [...Object.values(WORDS), email];
    const expectNoTrace = () =>
      eventually(async () => {
        product.clock.advance(1);
        expect((await findTraces(product, words)).filter((place) => place !== INVOICES)).toEqual([]);
      });
    await expectNoTrace();
    const kept = keptColumns(product);
    const remaining = await findTraces(product, [userId]);
    expect(remaining.filter((place) => !kept.includes(place))).toEqual([
      'file ~system/erased-users/' + userId,
      'outbox_events.payload',
    ]);
    expect(remaining).toContain('subscriptions.user_id');
    expect((await signIn(product, email, password)).status).toBe(400);
    expect(await subjectsTo(email)).toEqual(
      expect.arrayContaining([
        'Your account is scheduled for deletion',
        'Your account won’t be deleted',
        'Your account was deleted',
      ]),
    );
    const { stripe } = product;
    const ended = await stripe.subscriptions.retrieve(providerId);
    expect(ended.status).toBe('canceled');
    expect((await stripe.customers.listPaymentMethods(String(ended.customer))).data).toEqual([]);
    expect(await stripe.customers.retrieve(String(ended.customer))).toMatchObject({ email });
    const expired = await fetch(product.url + ready.downloadPath!);
    expect(expired.status).toBe(410);
    expect(await expired.json()).toMatchObject({ code: 'export_expired' });

    // A restored backup contains the person again, and doesn't know that they were erased.
    await queryRows('delete from erasures where user_id = $1', userId);
    for (const { table, rows } of backup) {
      await queryRows(
        `delete from ${table} where id = any($1)`,
        rows.map(({ row }) => row.id),
      ).catch(() => undefined);
      for (const { row } of rows)
        await queryRows(
          `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb) on conflict do nothing`,
          JSON.stringify(row),
        );
    }
    expect(await findTraces(product, words)).not.toEqual([]);
    expect(await erasureCommand('--dry-run')).toContain(`${userId}\n`);
    expect(await findTraces(product, words)).not.toEqual([]);
    await erasureCommand();
    await untilErased(userId);
    await expectNoTrace();
    expect(await erasureCommand()).toContain(', 0 handed to the worker');
  });

  const erasureCommand = async (...options: string[]): Promise<string> => {
    let output = '';
    const { settings, clock } = product;
    const exitCode = await runOps(['erasure', 'apply', ...options], {
      settings,
      logger: testLogger,
      clock,
      output: { write: (line: string) => (output += line) },
    });
    expect(exitCode).toBe(0);
    return output;
  };

  it('purges what a customer stored 30 days after the plan ended, unless they subscribe again', async () => {
    const bucket = await createFolderBucket(product);
    const refundAndEnd = async (userId: string, paymentIntentId: string) => {
      const staff = await createUser(product, { role: 'admin' });
      const refund = { endSubscription: true, reason: 'The plan ends' };
      const path = `admin/v1/payments/${paymentIntentId}/refund`;
      expect((await callApi(product, staff.headers, 'POST', path, refund)).status).toBeLessThan(300);
      await eventually(async () =>
        expect(
          await queryRows('select 1 from subscriptions where user_id = $1 and ended_at is null', userId),
        ).toEqual([]),
      );
    };
    const endPlan = async () => {
      const purchase = buildPurchase();
      const paid = await payForCheckout(product, purchase);
      await processPayment(product, purchase, paid);
      const { userId } = await subscriberWith(product, purchase.email);
      const { token } = await signIn(product, purchase.email, purchase.password);
      unwrap(await storageClient(product, token).from(bucket).upload(`${userId}/plan.txt`, 'plan'));
      await refundAndEnd(userId, paid.paymentIntentId);
      return { ...purchase, userId };
    };
    const [leaving, returning] = [await endPlan(), await endPlan()];
    const notice = 'Your stored data will be deleted soon';
    const countFiles = async ({ userId }: { userId: string }) =>
      (await queryRows('select 1 from storage_objects where owner_id = $1', userId)).length;
    const expectKept = async () => {
      await eventually(async () => {
        const open = await queryRows(
          `select 1 from outbox_events
           where topic like 'product_data.%' and payload ->> 'userId' = $1 and done_at is null and due_at <= $2`,
          returning.userId,
          product.clock.now(),
        );
        expect(open).toEqual([]);
      });
      expect(await countFiles(returning)).toBe(1);
      expect(await subjectsTo(returning.email)).not.toContain(notice);
    };
    await advanceBothClocks(product, 22.9);
    const { email, password, userId } = returning;
    const again = { ...buildPurchase(), email, password };
    const { token } = await signIn(product, email, password);
    const paid = await payForCheckout(product, again);
    const response = await processPayment(product, again, paid, bearer(token));
    expect(response).toMatchObject({ status: 200, body: { subscription: { status: 'active' } } });
    await eventually(async () => {
      const running = `subscriptions where user_id = $1 and status = 'active' and recurring_setup_at is not null`;
      expect(await queryRows(`select 1 from ${running}`, userId)).toHaveLength(1);
    });
    expect(await subjectsTo(leaving.email)).not.toContain(notice);
    await advanceBothClocks(product, 0.2);
    await eventually(async () => expect(await subjectsTo(leaving.email)).toContain(notice));
    await expectKept();
    await refundAndEnd(userId, paid.paymentIntentId);
    // The first plan was left paused, as an earlier version did.
    await product.database.query({
      text: `update subscriptions set status = 'paused', ended_at = null, next_check_at = null, provider_subscription_id = null
             where user_id = $1 and created_at < (select max(created_at) from subscriptions where user_id = $1)`,
      values: [userId],
    });
    await advanceBothClocks(product, 6.8);
    expect(await countFiles(leaving)).toBe(1);
    await advanceBothClocks(product, 0.2);
    await eventually(async () => expect(await countFiles(leaving)).toBe(0));
    await expectKept();
    // 23 days after the second end, and 30.
    await advanceBothClocks(product, 16);
    await eventually(async () => expect(await subjectsTo(returning.email)).toContain(notice));
    expect(await countFiles(returning)).toBe(1);
    await advanceBothClocks(product, 7);
    await eventually(async () => expect(await countFiles(returning)).toBe(0));
  });

  it('keeps each promise of the privacy policy about how long data is stored', async () => {
    const user = await createUser(product);
    await exported(user.headers);
    const purchase = buildPurchase();
    await prepareCheckout(product, purchase, await openCheckout(product, purchase));
    const recovery = { email: user.email };
    expect((await callApi(product, {}, 'POST', 'auth/v1/recover', recovery)).status).toBe(200);
    const count = async (from: string, ...values: unknown[]) =>
      (await queryRows<{ count: number }>(`select count(*)::int as count from ${from}`, ...values))[0]!.count;
    const links = () => count('one_time_tokens where user_id = $1', user.id);
    const sessions = () => count('sessions where user_id = $1', user.id);
    const unpaid = (column: string) =>
      count(`checkouts where plan = 'team' and status <> 'provisioned' and ${column} is not null`);
    const exportFiles = () => findTraces(product, ['~system/exports/']);
    const newEvents = await queryRows<{ id: string }>(
      'select id from outbox_events where created_at >= $1',
      new Date(product.clock.now().getTime() - 60_000),
    );
    const events = () =>
      count(
        'outbox_events where id = any($1)',
        newEvents.map(({ id }) => id),
      );
    const id = uuid();
    const now = product.clock.now();
    const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
    await queryRows(
      "insert into checkout_declines (id, setup_intent_id, ip_hash, declined_at) values ($1, 'seti_1', 'hash', $2)",
      id,
      now,
    );
    await queryRows(
      `insert into sms_messages (id, user_id, purpose, channel, recipient, status, created_at)
       values ($1, $2, 'confirm', 'sms', '4915199887766', 'sent', $3)`,
      id,
      user.id,
      now,
    );
    await queryRows(
      `insert into known_devices (user_id, name, token_hash, expires_at, first_seen_at)
       values ($1, 'Chrome on Linux', '\\x01', $2, $3)`,
      user.id,
      inDays(30),
      now,
    );
    const declines = () => count('checkout_declines where id = $1', id);
    const messages = () => count('sms_messages where id = $1', id);
    const devices = () => count("known_devices where user_id = $1 and name = 'Chrome on Linux'", user.id);
    const erased = '(select user_id from erasures)';
    const gone = (rows: () => Promise<number>) => eventually(async () => expect(await rows()).toBe(0));
    await eventually(async () => expect(await links()).toBe(1));
    expect([await sessions(), await unpaid('password_hash'), await unpaid('email')]).toEqual([1, 1, 1]);
    expect((await exportFiles()).length).toBeGreaterThan(0);

    expect([await declines(), await messages(), await devices()]).toEqual([1, 1, 1]);

    const promises: Record<string, () => Promise<unknown>> = {
      'Hashes of the email address and the card of a refund under the money-back guarantee': async () => {
        const { password } = buildPurchase();
        const refunded = await createSubscriber(product);
        const first = bearer((await signIn(product, refunded.email, password)).token);
        expect((await account(first, 'GET', 'subscription')).body.subscription).toMatchObject({
          refundableUntil: expect.any(String),
        });
        expect((await account(first, 'POST', 'subscription/refund')).status).toBeLessThan(300);
        expect((await (await adminClient(product)).deleteUser(refunded.userId)).error).toBeNull();
        await untilErased(refunded.userId);
        const { email } = await createSubscriber(product, { email: refunded.email });
        const again = bearer((await signIn(product, email, password)).token);
        expect((await account(again, 'GET', 'subscription')).body.subscription).toMatchObject({
          refundableUntil: null,
        });
      },
      'A purchase that was started but not paid': async () => {
        await advanceBothClocks(product, 1.1);
        await gone(() => unpaid('password_hash'));
      },
      'A hash of the IP address from which a card was declined': () => gone(declines),
      'One-time links': async () => {
        await advanceBothClocks(product, 1);
        await gone(links);
      },
      'A copy of your data that you requested': async () => {
        await advanceBothClocks(product, 5);
        await eventually(async () => expect(await exportFiles()).toEqual([]));
      },
      'Internal events between parts of the service': async () => {
        await advanceBothClocks(product, 8);
        await gone(events);
      },
      'A session': async () => {
        await advanceBothClocks(product, 15);
        expect((await account(user.headers, 'GET', 'exports')).status).toBe(401);
        await advanceBothClocks(product, 1);
        await gone(sessions);
        await gone(() => unpaid('coalesce(email, full_name)'));
      },
      'Text messages to you': () => gone(messages),
      'Devices you signed in on': () => gone(devices),
      // The first tests of this file erase people, and the one before this purges what customers stored.
      'Account and emails to it': () =>
        gone(() =>
          count(
            `users u full join emails e on e.user_id = u.id where coalesce(u.id, e.user_id) in ${erased}`,
          ),
        ),
      Stories: () => gone(() => count("stories where email like 'buyer-%'")),
      'What your team enters in the application': async () =>
        expect(await count("audit_entries where action = 'user.product_data_purged'")).toBe(2),
      'Purchases and invoices': async () =>
        expect(
          await count(
            `invoices i join subscriptions s using (provider_subscription_id) where s.user_id in ${erased} and i.number is not null`,
          ),
        ).toBeGreaterThan(0),
      'Cancellations and withdrawals submitted without signing in': async () => {
        await queryRows(
          `insert into cancellation_submissions (id, reference, kind, received_at)
           values (gen_random_uuid(), 'C-1', 'cancel', $1::timestamptz - interval '1096 days')`,
          product.clock.now(),
        );
        await advanceBothClocks(product, 1);
        await gone(() => count("cancellation_submissions where reference = 'C-1'"));
      },
      'The internal ID of a deleted account, and when it was deleted': async () =>
        expect(await count('erasures where deleted_at is not null')).toBeGreaterThan(0),
      'Audit log': async () =>
        expect(await count(`audit_entries where actor_id in ${erased}`)).toBeGreaterThan(0),
      'Request counters': async () => expect(Math.max(...rateLimitSeconds())).toBeLessThanOrEqual(86_400),
    };
    expect(Object.keys(promises).sort()).toEqual(retentionPromises().sort());
    for (const keep of Object.values(promises)) await keep();
  });
});
