import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { allEventsDone } from '../support/outbox.mjs';
import { paced, purchase } from '../support/purchases.mjs';
import { queueWelcomeEmails } from '../support/welcome-emails.mjs';

const KILLS = 5;
const BETWEEN_KILLS_MS = 12_000;
const PURCHASES_PER_SECOND = 3;
/** Emails kept in the queue at all times, so that workers are never idle. */
const EMAILS_WAITING = 200;
const SERVER_DELAY_MS = 50;
const WORKERS = ['worker', 'worker-2'];
/** The queues' lists of jobs in progress. */
const ACTIVE_LISTS = ['events', 'payments', 'email'].map((queue) => `subscription-site:${queue}:active`);

/** What happens to a worker's jobs when it is killed. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const mailServer = await benchEnvironment.mailServer();
  const database = await benchEnvironment.database();
  await mailServer.send({ delayMs: SERVER_DELAY_MS, reset: true });
  for (const name of WORKERS) await stack.start(name);
  const redis = new Redis(stack.urls.redis);
  using cleanup = new DisposableStack();
  cleanup.defer(() => redis.disconnect());

  const control = { stopped: false };
  const queueing = paced({ perSecond: 4, until: control }, () => topUp(database));
  const buying = paced({ perSecond: PURCHASES_PER_SECOND, until: control }, () => purchase(stack.urls.site));
  const kills = [];
  for (let number = 0; number < KILLS; number++) {
    await pause(number === 0 ? BETWEEN_KILLS_MS / 4 : BETWEEN_KILLS_MS);
    benchEnvironment.showProgress(`kill ${number + 1} of ${KILLS}`);
    const victim = WORKERS[number % WORKERS.length];
    await stack.kill(victim);
    kills.push(await workInProgress(database, redis));
    await stack.start(victim);
  }
  await pause(BETWEEN_KILLS_MS);
  control.stopped = true;
  const [batches, purchases] = await Promise.all([queueing, buying]);
  await allEventsDone(database);
  await stack.stop('worker-2');
  await mailServer.send({ delayMs: 0 });

  const recoverySeconds = await Promise.all(kills.map((kill) => secondsUntilDone(database, kill)));
  const expected = [
    ...batches.flatMap(({ value }) => value ?? []),
    ...(await listWelcomeEmails(database, purchases)),
  ];
  const failures = [...batches, ...purchases].filter(({ error }) => error);
  const { lost, duplicated, unexplained } = await checkDeliveries(mailServer, expected, kills);
  const longest = Math.max(...recoverySeconds);
  return [
    {
      metric: 'worker killed (`kill -9`) five times under load',
      target:
        'each job resumed within 10 s; 0 lost; an email sent twice only if the server accepted it and the worker died before recording that',
      measured: `jobs in progress at the kills: ${kills.map(({ events }) => events.length).join(', ')}; the last of these completed after ${recoverySeconds.map((each) => each.toFixed(1)).join(', ')} s; of ${expected.length} emails, ${lost} lost and ${duplicated} sent twice (${unexplained} unexplained)`,
      baseline:
        "by default, BullMQ resumes a killed worker's job after 60 s and fails it after the second kill",
      ratio: `${(longest / 60).toFixed(2)}`,
      met: longest <= 10 && lost === 0 && unexplained === 0 && failures.length === 0,
      note: failures[0]
        ? `${failures.length} calls failed; the first error: ${failures[0].error.message}`
        : '',
    },
  ];
}

async function topUp(database) {
  const { rows } = await database.query(
    `select count(*)::int as waiting from outbox_events where queue = 'email' and done_at is null`,
  );
  const shortfall = EMAILS_WAITING - rows[0].waiting;
  return shortfall > 0 ? queueWelcomeEmails(database, shortfall) : [];
}

/** Work in progress when a worker died: the jobs' events, and the emails being sent. */
async function workInProgress(database, redis) {
  const at = new Date();
  const [emails, ...jobs] = await Promise.all([
    database.query(`select message_id as id from emails where status = 'sending'`),
    ...ACTIVE_LISTS.map((list) => redis.lrange(list, 0, -1)),
  ]);
  return { at, events: jobs.flat(), emails: new Set(emails.rows.map(({ id }) => id)) };
}

async function secondsUntilDone(database, { at, events }) {
  const { rows } = await database.query(
    'select max(done_at) as last from outbox_events where id = any ($1::uuid[])',
    [events],
  );
  return rows[0].last ? (rows[0].last - at) / 1000 : 0;
}

async function listWelcomeEmails(database, purchases) {
  const { rows } = await database.query(
    `select message_id as id from emails where template = 'welcome' and recipient = any ($1::text[])`,
    [purchases.flatMap(({ value }) => value?.email ?? [])],
  );
  const buyers = purchases.filter(({ value }) => value).length;
  if (rows.length !== buyers)
    throw new Error(`${rows.length} welcome emails were queued for ${buyers} buyers`);
  return rows.map(({ id }) => id);
}

/** A duplicate is explained if the email was being sent when a worker was killed. */
async function checkDeliveries(mailServer, expected, kills) {
  const times = new Map();
  for (const { id } of await mailServer.send({ report: 'all' })) times.set(id, (times.get(id) ?? 0) + 1);
  const duplicated = expected.filter((id) => times.get(id) > 1);
  return {
    lost: expected.filter((id) => !times.has(id)).length,
    duplicated: duplicated.length,
    unexplained: duplicated.filter((id) => !kills.some(({ emails }) => emails.has(id))).length,
  };
}
