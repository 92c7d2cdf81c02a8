import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';

export const PASSWORD = 'correct horse';
/** argon2id with 19 MiB, two passes, one lane, as the product hashes. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Customers with a confirmed address and the Team plan, written straight into the database. Gives `{ id, email }` of each. */
export async function addCustomers(database, count) {
  const batch = randomUUID().slice(0, 8);
  const { rows } = await database.query(
    `with people as materialized (
       select gen_random_uuid() as user, gen_random_uuid() as checkout, $1 || '-' || number || '@example.com' as email
       from generate_series(1, $2::int) number),
     made as (
       insert into users (id, origin, email, email_normalized, email_confirmed_at, password_hash, full_name,
                             app_metadata, created_at, updated_at)
       select account, 'signup', email, email, now(), $3, 'Ada Buyer',
              '{"provider": "email", "providers": ["email"]}', now(), now() from people),
     known as (
       insert into identities (id, user_id, provider, provider_id, email, identity_data, created_at, updated_at)
       select gen_random_uuid(), account, 'email', account::text, email,
              jsonb_build_object('sub', account, 'email', email, 'email_verified', true), now(), now() from people),
     bought as (
       insert into checkouts (id, plan, billing_interval, amount_cents, status, user_id, created_at, updated_at)
       select checkout, 'team', 'month', 4900, 'provisioned', account, now(), now() from people),
     given as (
       insert into subscriptions (id, user_id, checkout_id, plan, billing_interval, amount_cents, status,
                                  current_period_start, current_period_end, recurring_setup_at, created_at, updated_at)
       select gen_random_uuid(), account, checkout, 'team', 'month', 4900, 'active', now(), now() + interval '1 month',
              now(), now(), now() from people)
     select account as id, email from people`,
    [batch, count, await hash(PASSWORD, PARAMETERS)],
  );
  await database.query('analyze accounts, identities, subscriptions');
  return rows;
}

/** The password grant as a client sends it. */
export function signInCall({ email }) {
  return {
    method: 'POST',
    path: '/api/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  };
}

/** An access token of a session of each customer. */
export async function signInAll(site, customers) {
  return (await openSessions(site, customers)).map((session) => session.access_token);
}

/** A session of each customer, as the API answers it, eight signing in at once. */
export async function openSessions(site, customers) {
  const waiting = [...customers];
  const sessions = [];
  const signIn = async () => {
    for (let customer = waiting.pop(); customer; customer = waiting.pop()) {
      const { path, ...call } = signInCall(customer);
      const answer = await fetch(`${site}${path}`, call);
      if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
      sessions.push(await answer.json());
    }
  };
  await Promise.all(Array.from({ length: 8 }, signIn));
  return sessions;
}
