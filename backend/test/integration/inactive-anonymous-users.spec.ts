import type { GoTrueClient } from '@supabase/auth-js';
import { randomUUID } from 'node:crypto';
import { InactiveAnonymousUsers } from '../../src/modules/auth/index.js';
import { Buyers } from '../../src/modules/checkout/buyers/buyers.js';
import { PurgeAnonymousUsers } from '../../src/modules/checkout/deleted-users/purge-anonymous-users.task.js';
import { IsolatedRows } from '../../src/platform/scheduler/isolated-rows.js';
import { listAuditActions, authClient, EVERY_METHOD, listEvents, uniqueEmail } from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const DAY = 86_400;
const MORE_THAN_A_BATCH = 201;

describe('an inactive anonymous user', () => {
  const product = useShared(startTestProduct, EVERY_METHOD);

  const anonymous = async (): Promise<{ id: string; client: GoTrueClient }> => {
    const client = authClient(product);
    const { data, error } = await client.signInAnonymously();
    expect(error).toBeNull();
    return { id: data.user!.id, client };
  };
  const purge = (anonymousRetentionDays = 10) => {
    const { api, clock, database, settings } = product;
    const changed = { ...settings, auth: { ...settings.auth, anonymousRetentionDays } };
    const [users, buyers] = [api.get(InactiveAnonymousUsers), api.get(Buyers)];
    return new PurgeAnonymousUsers(database, users, buyers, api.get(IsolatedRows), changed, clock).run();
  };
  const remaining = async (...users: { id: string }[]): Promise<string[]> => {
    const rows = await product.database.query<{ id: string }>({
      text: 'select id from users where id = any($1)',
      values: [users.map(({ id }) => id)],
    });
    return rows.map(({ id }) => id).sort();
  };
  const idsIn = (...users: { id: string }[]) => users.map(({ id }) => id).sort();
  const insertCheckout = (userId: string | null, id: string = randomUUID()) =>
    product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
             values ($1, 'team', 'month', 4900, 'canceled', $2, now(), now())`,
      values: [id, userId],
    });

  it('is deleted with its session after the configured number of days, if any, and the deletion is logged', async () => {
    const user = await anonymous();
    product.clock.advance(10 * DAY - 60);
    await purge();
    expect(await remaining(user)).toEqual([user.id]);
    product.clock.advance(120);
    await purge(0);
    expect(await remaining(user)).toEqual([user.id]);
    await purge();
    expect(await remaining(user)).toEqual([]);
    expect((await user.client.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect(await listAuditActions(product, user.id)).toContain('user.deleted');
    expect((await listEvents(product, user.id)).map(({ topic }) => topic)).toContain('user.deleted');
  });

  it('is kept while in use, and always with an email, a purchase or an open checkout', async () => {
    const [refreshed, changed, withEmail] = [await anonymous(), await anonymous(), await anonymous()];
    const [buyer, checkoutStarter, inactive] = [await anonymous(), await anonymous(), await anonymous()];
    const { clock, database } = product;
    await database.query({
      text: `update users set is_anonymous = false, email = $2 where id = $1`,
      values: [withEmail.id, uniqueEmail()],
    });
    await insertCheckout(checkoutStarter.id);
    const checkout = randomUUID();
    await insertCheckout(null, checkout);
    await database.query({
      text: `insert into subscriptions (id, user_id, checkout_id, plan, billing_interval, amount_cents, currency, status,
                                        current_period_start, current_period_end, created_at, updated_at)
             values (gen_random_uuid(), $1, $2, 'team', 'month', 4900, 'usd', 'canceled', now(), now(), now(), now())`,
      values: [buyer.id, checkout],
    });
    const all = [refreshed, changed, withEmail, buyer, checkoutStarter, inactive];
    clock.advance(6 * DAY);
    expect((await refreshed.client.refreshSession()).error).toBeNull();
    await changed.client.refreshSession();
    expect((await changed.client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    clock.advance(6 * DAY);
    await purge();
    expect(await remaining(...all)).toEqual(idsIn(refreshed, changed, withEmail, buyer, checkoutStarter));
    clock.advance(400 * DAY);
    await purge();
    expect(await remaining(...all)).toEqual(idsIn(withEmail, buyer, checkoutStarter));
  });

  it('is deleted in batches, past users that are kept', async () => {
    const kept = await anonymous();
    await insertCheckout(kept.id);
    const others = await product.database.query<{ id: string }>({
      text: `insert into users (id, origin, is_anonymous, created_at, updated_at)
             select gen_random_uuid(), 'anonymous', true, $1, $1 from generate_series(1, $2::int) returning id`,
      values: [product.clock.now(), MORE_THAN_A_BATCH],
    });
    product.clock.advance(11 * DAY);
    await purge();
    expect(await remaining(kept, ...others)).toEqual([kept.id]);
  });
});
