import { randomUUID } from 'node:crypto';

const PARAMS = {
  name: 'Ada Buyer',
  hasPassword: true,
  tier: 'team',
  interval: 'month',
  amountCents: 4900,
  until: '2030-12-24T10:00:00.000Z',
};

/**
 * Queues welcome emails for `count` buyers who have paid but not confirmed their address, in one transaction, and notifies the
 * workers. Returns the emails' Message-IDs.
 */
export async function queueWelcomeEmails(database, count) {
  const batch = randomUUID().slice(0, 8);
  const { rows } = await database.query(
    `with buyers as materialized (
       select gen_random_uuid() as user_id, gen_random_uuid() as email, gen_random_uuid() as event,
              $1 || '-' || number || '@example.com' as address
       from generate_series(1, $2::int) number),
     new_users as (
       insert into users (id, origin, email, email_normalized, full_name, created_at, updated_at)
       select user_id, 'payment', address, address, 'Ada Buyer', now(), now() from buyers),
     new_emails as (
       insert into emails (id, origin_id, event_id, user_id, template, locale, recipient, recipient_normalized, subject,
                           params, message_id, dedupe_key, status, created_at)
       select email, email, event, user_id, 'welcome', 'en', address, address, 'Welcome', $3::jsonb,
              '<' || email || '@example.com>', 'welcome:' || user_id || ':team', 'queued', now() from buyers),
     new_events as (
       insert into outbox_events (id, topic, queue, payload, created_at, due_at)
       select event, 'email.due', 'email', jsonb_build_object('emailId', email), now(), now() from buyers)
     select '<' || email || '@example.com>' as "messageId" from buyers`,
    [batch, count, JSON.stringify(PARAMS)],
  );
  await database.query(`select pg_notify('outbox', '')`);
  return rows.map(({ messageId }) => messageId);
}

/** Waits until the mail server has accepted `count` distinct emails and returns its counts. Throws if none arrives for a minute. */
export async function waitForDelivery(mailServer, count) {
  let seen = -1;
  let since = Date.now();
  for (;;) {
    const counts = await mailServer.send({ report: 'counts' });
    if (counts.unique >= count) return counts;
    if (counts.unique > seen) since = Date.now();
    else if (Date.now() - since > 60_000) throw new Error(`only ${counts.unique} of ${count} emails arrived`);
    seen = counts.unique;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Emails per second between the first and the last accepted one. */
export function deliveryRate({ unique, first, last }) {
  return (unique - 1) / ((last - first) / 1000);
}
