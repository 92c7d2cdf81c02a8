import type { GoTrueClient } from '@supabase/auth-js';
import { randomUUID } from 'node:crypto';
import { PurgeAnonymousUsers } from '../../src/modules/checkout/deleted-users/purge-anonymous-users.task.js';
import {
  listAuditActions,
  authClient,
  createConfirmedUser,
  listEvents,
  uniqueEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const DAY = 86_400;

describe('an inactive anonymous user', () => {
  const product = useFixture(startTestProduct, {
    AUTH_ANONYMOUS_ENABLED: 'on',
    AUTH_ANONYMOUS_RETENTION_DAYS: '10',
  });
  const worker = useWorker(product, { runsScheduledTasks: false });
  // What the worker locks meanwhile, it locks in another order.
  const isIdle = async () => {
    const text = 'select topic from outbox_events where done_at is null and due_at <= $1';
    expect(await product.database.query({ text, values: [product.clock.now()] })).toEqual([]);
  };
  beforeEach(async () => {
    await eventually(isIdle);
    await product.database.query({ text: 'truncate users, checkouts cascade' });
  });

  const anonymous = async (): Promise<{ id: string; client: GoTrueClient }> => {
    const client = authClient(product);
    const { data, error } = await client.signInAnonymously();
    expect(error).toBeNull();
    return { id: data.user!.id, client };
  };
  const runPurge = () => worker.get(PurgeAnonymousUsers).run();
  const remainingUserIds = async (): Promise<string[]> => {
    const rows = await product.database.query<{ id: string }>({ text: 'select id from users' });
    return rows.map(({ id }) => id).sort();
  };

  it('is deleted with its session after the configured number of days, and the deletion is logged', async () => {
    const { id, client } = await anonymous();
    product.clock.advance(10 * DAY - 60);
    await runPurge();
    expect(await remainingUserIds()).toEqual([id]);
    product.clock.advance(120);
    await runPurge();
    expect(await remainingUserIds()).toEqual([]);
    expect((await client.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect(await listAuditActions(product, id)).toContain('user.deleted');
    expect((await listEvents(product, id)).map(({ topic }) => topic)).toContain('user.deleted');
  });

  it('is kept while in use', async () => {
    const [refreshed, changed] = [await anonymous(), await anonymous()];
    product.clock.advance(6 * DAY);
    expect((await refreshed.client.refreshSession()).error).toBeNull();
    await changed.client.refreshSession();
    expect((await changed.client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    product.clock.advance(6 * DAY);
    await runPurge();
    expect(await remainingUserIds()).toEqual([refreshed.id, changed.id].sort());
  });

  it('is kept once it has an email, however long it is inactive', async () => {
    const user = await createConfirmedUser(product);
    const { id, client } = await anonymous();
    await client.updateUser({ email: uniqueEmail() });
    await product.database.query({
      text: `update users set is_anonymous = false, email = 'kept@example.com' where id = $1`,
      values: [id],
    });
    product.clock.advance(400 * DAY);
    await runPurge();
    expect(await remainingUserIds()).toEqual([user.id, id].sort());
  });

  it('is kept after a purchase or an open checkout', async () => {
    const [buyer, checkoutStarter, inactive] = [await anonymous(), await anonymous(), await anonymous()];
    const checkout = randomUUID();
    await product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
             values ($1, 'team', 'month', 4900, 'provisioned', null, now(), now()),
                    (gen_random_uuid(), 'team', 'month', 4900, 'canceled', $2, now(), now())`,
      values: [checkout, checkoutStarter.id],
    });
    await product.database.query({
      text: `insert into subscriptions (id, user_id, checkout_id, plan, billing_interval, amount_cents, currency, status,
                                        current_period_start, current_period_end, created_at, updated_at)
             values (gen_random_uuid(), $1, $2, 'team', 'month', 4900, 'usd', 'canceled', now(), now(), now(), now())`,
      values: [buyer.id, checkout],
    });
    product.clock.advance(11 * DAY);
    await runPurge();
    expect(await remainingUserIds()).toEqual([buyer.id, checkoutStarter.id].sort());
    expect(await remainingUserIds()).not.toContain(inactive.id);
  });

  it('is deleted in batches, past users that are kept', async () => {
    const stored = await anonymous();
    await product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
             values (gen_random_uuid(), 'team', 'month', 4900, 'canceled', $1, now(), now())`,
      values: [stored.id],
    });
    await product.database.query({
      text: `insert into users (id, origin, is_anonymous, created_at, updated_at)
             select gen_random_uuid(), 'anonymous', true, now(), now() from generate_series(1, 201)`,
    });
    product.clock.advance(11 * DAY);
    await runPurge();
    expect(await remainingUserIds()).toEqual([stored.id]);
  });

  it('is kept forever when retention is disabled', async () => {
    const { auth } = product.settings;
    const { anonymousRetentionDays } = auth;
    const { id } = await anonymous();
    Object.assign(auth, { anonymousRetentionDays: 0 });
    try {
      product.clock.advance(4000 * DAY);
      await runPurge();
      expect(await remainingUserIds()).toEqual([id]);
    } finally {
      Object.assign(auth, { anonymousRetentionDays });
    }
  });
});
