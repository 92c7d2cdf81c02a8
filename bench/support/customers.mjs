import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';

const PASSWORD = 'correct horse';
/** argon2id with 19 MiB, two passes and one lane, like the product. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Inserts customers with a confirmed address and the Team plan directly into the database. Returns `{ id, email }` of each. */
export async function addCustomers(database, count) {
  const batch = randomUUID().slice(0, 8);
  const { rows } = await database.query(
    `with people as materialized (
       select gen_random_uuid() as user_id, gen_random_uuid() as checkout, $1 || '-' || number || '@example.com' as email
       from generate_series(1, $2::int) number),
     new_users as (
       insert into users (id, origin, email, email_normalized, email_confirmed_at, password_hash, full_name,
                             app_metadata, created_at, updated_at)
       select user_id, 'signup', email, email, now(), $3, 'Ada Buyer',
              '{"provider": "email", "providers": ["email"]}', now(), now() from people),
     new_identities as (
       insert into identities (id, user_id, provider, provider_id, email, identity_data, created_at, updated_at)
       select gen_random_uuid(), user_id, 'email', user_id::text, email,
              jsonb_build_object('sub', user_id, 'email', email, 'email_verified', true), now(), now() from people),
     new_checkouts as (
       insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
       select checkout, 'team', 'month', 4900, 'provisioned', user_id, now(), now() from people),
     new_subscriptions as (
       insert into subscriptions (id, user_id, checkout_id, plan, billing_interval, amount_cents, currency, status,
                                  current_period_start, current_period_end, recurring_setup_at, created_at, updated_at)
       select gen_random_uuid(), user_id, checkout, 'team', 'month', 4900, 'usd', 'active', now(), now() + interval '1 month',
              now(), now(), now() from people)
     select user_id as id, email from people`,
    [batch, count, await hash(PASSWORD, PARAMETERS)],
  );
  await database.query('analyze users, identities, subscriptions');
  return rows;
}

/** Gives each customer a default card. */
export async function addCards(database, customers) {
  await database.query(
    `insert into payment_methods (provider_payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, added_at)
     select 'pm_' || replace(id::text, '-', ''), id, 'visa', '4242', 12, 2034, true, now() from unnest($1::uuid[]) id`,
    [customers.map(({ id }) => id)],
  );
  await database.query('analyze payment_methods');
}

/** A password grant request. */
export function signInCall({ email }) {
  return {
    method: 'POST',
    path: '/api/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  };
}

/** Signs in each customer and returns the access tokens. */
export async function signInAll(site, customers) {
  return (await openSessions(site, customers)).map((session) => session.access_token);
}

/** Signs in each customer, eight at a time, and returns the session responses. */
export async function openSessions(site, customers) {
  const waiting = [...customers];
  const sessions = [];
  const signIn = async () => {
    for (let customer = waiting.pop(); customer; customer = waiting.pop()) {
      const { path, ...call } = signInCall(customer);
      const response = await fetch(`${site}${path}`, call);
      if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
      sessions.push(await response.json());
    }
  };
  await Promise.all(Array.from({ length: 8 }, signIn));
  return sessions;
}
