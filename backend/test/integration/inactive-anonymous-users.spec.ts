import type { INestApplicationContext } from '@nestjs/common';
import type { GoTrueClient } from '@supabase/auth-js';
import { randomUUID } from 'node:crypto';
import { PurgeAnonymousUsers } from '../../src/modules/subscriptions/handlers/purge-anonymous-users.task.js';
import { auditOf, authClient, confirmedPerson, eventsOf, someEmail } from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const DAY = 86_400;

describe('an anonymous account that no one uses', () => {
  let product: TestProduct;
  let worker: INestApplicationContext;
  beforeEach(async () => {
    product = await startTestProduct({ AUTH_ANONYMOUS_ENABLED: 'on', AUTH_ANONYMOUS_RETENTION_DAYS: '10' });
    worker = await product.startWorker();
  });
  afterEach(() => product?.stop());

  const anonymous = async (): Promise<{ id: string; client: GoTrueClient }> => {
    const client = authClient(product);
    const { data, error } = await client.signInAnonymously();
    expect(error).toBeNull();
    return { id: data.user!.id, client };
  };
  const run = (from = worker) => from.get(PurgeAnonymousUsers, { strict: false }).run();
  const present = async (): Promise<string[]> => {
    const rows = await product.database.query<{ id: string }>({ text: 'select id from users' });
    return rows.map(({ id }) => id).sort();
  };

  it('is deleted with its session after the days that the operator gives it, and that is told', async () => {
    const { id, client } = await anonymous();
    product.clock.advance(10 * DAY - 60);
    await run();
    expect(await present()).toEqual([id]);
    product.clock.advance(120);
    await run();
    expect(await present()).toEqual([]);
    expect((await client.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect(await auditOf(product, id)).toContain('user.deleted');
    expect((await eventsOf(product, id)).map(({ topic }) => topic)).toContain('user.deleted');
  });

  it('is kept while someone uses it', async () => {
    const [refreshed, changed] = [await anonymous(), await anonymous()];
    product.clock.advance(6 * DAY);
    expect((await refreshed.client.refreshSession()).error).toBeNull();
    await changed.client.refreshSession();
    expect((await changed.client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    product.clock.advance(6 * DAY);
    await run();
    expect(await present()).toEqual([refreshed.id, changed.id].sort());
  });

  it('is kept once it has an address, however long no one comes', async () => {
    const person = await confirmedPerson(product);
    const { id, client } = await anonymous();
    await client.updateUser({ email: someEmail() });
    await product.database.query({
      text: `update users set is_anonymous = false, email = 'kept@example.com' where id = $1`,
      values: [id],
    });
    product.clock.advance(400 * DAY);
    await run();
    expect(await present()).toEqual([person.id, id].sort());
  });

  it('is kept when it has bought, or has begun to', async () => {
    const [buyer, beginner, nobody] = [await anonymous(), await anonymous(), await anonymous()];
    const checkout = randomUUID();
    await product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
             values ($1, 'team', 'month', 4900, 'provisioned', null, now(), now()),
                    (gen_random_uuid(), 'team', 'month', 4900, 'canceled', $2, now(), now())`,
      values: [checkout, beginner.id],
    });
    await product.database.query({
      text: `insert into subscriptions (id, user_id, checkout_id, plan, billing_interval, amount_cents, status,
                                        current_period_start, current_period_end, created_at, updated_at)
             values (gen_random_uuid(), $1, $2, 'team', 'month', 4900, 'canceled', now(), now(), now(), now())`,
      values: [buyer.id, checkout],
    });
    product.clock.advance(11 * DAY);
    await run();
    expect(await present()).toEqual([buyer.id, beginner.id].sort());
    expect(await present()).not.toContain(nobody.id);
  });

  it('is one of many: all of them go, in batches, past those that stay', async () => {
    const stored = await anonymous();
    await product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
             values (gen_random_uuid(), 'team', 'month', 4900, 'canceled', $1, now(), now())`,
      values: [stored.id],
    });
    await product.database.query({
      text: `insert into users (id, origin, is_anonymous, created_at, updated_at)
             select gen_random_uuid(), 'anonymous', true, now(), now() from generate_series(1, 450)`,
    });
    product.clock.advance(11 * DAY);
    await run();
    expect(await present()).toEqual([stored.id]);
  });

  it('is kept forever where the operator says so', async () => {
    const forEver = await startTestProduct({
      AUTH_ANONYMOUS_ENABLED: 'on',
      AUTH_ANONYMOUS_RETENTION_DAYS: '0',
    });
    try {
      const other = await forEver.startWorker();
      await authClient(forEver).signInAnonymously();
      forEver.clock.advance(4000 * DAY);
      await run(other);
      expect(await forEver.database.query({ text: 'select 1 from users' })).toHaveLength(1);
    } finally {
      await forEver.stop();
    }
  });
});
