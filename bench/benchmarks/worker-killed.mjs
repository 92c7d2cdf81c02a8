import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { allEventsDone } from '../support/outbox.mjs';
import { buy, paced } from '../support/purchases.mjs';
import { queueWelcomeEmails } from '../support/welcome-emails.mjs';

const KILLS = 5;
const BETWEEN_KILLS_MS = 12_000;
const PURCHASES_PER_SECOND = 3;
/** So many emails wait at any time, so that no worker is ever idle. */
const MAILS_WAITING = 200;
const SERVER_DELAY_MS = 50;
const WORKERS = ['worker', 'worker-2'];
/** Where the queues list the jobs that workers have taken. */
const TAKEN = ['events', 'payments', 'email'].map((queue) => `subscription-site:${queue}:active`);

/** What becomes of the work in a worker's hands when it is killed. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const mailServer = await benchEnvironment.mailServer();
  const database = await benchEnvironment.database();
  await mailServer.ask({ delayMs: SERVER_DELAY_MS, forget: true });
  for (const name of WORKERS) await stack.start(name);
  const redis = new Redis(stack.urls.redis);

  const over = { stopped: false };
  const feeding = paced({ perSecond: 4, until: over }, () => topUp(database));
  const buying = paced({ perSecond: PURCHASES_PER_SECOND, until: over }, () => purchase(stack.urls.site));
  const kills = [];
  for (let number = 0; number < KILLS; number++) {
    await pause(number === 0 ? BETWEEN_KILLS_MS / 4 : BETWEEN_KILLS_MS);
    benchEnvironment.busy(`kill ${number + 1} of ${KILLS}`);
    const victim = WORKERS[number % WORKERS.length];
    await stack.kill(victim);
    kills.push(await inHand(database, redis));
    await stack.start(victim);
  }
  await pause(BETWEEN_KILLS_MS);
  over.stopped = true;
  const [fed, bought] = await Promise.all([feeding, buying]);
  await allEventsDone(database);
  await stack.stop('worker-2');
  redis.disconnect();
  await mailServer.ask({ delayMs: 0 });

  const back = await Promise.all(kills.map((kill) => secondsUntilDone(database, kill)));
  const expected = [...fed.flatMap(({ value }) => value ?? []), ...(await welcomesOf(database, bought))];
  const errors = [...fed, ...bought].filter(({ error }) => error);
  const { lost, doubled, unexplained } = await judge(mailServer, expected, kills);
  const longest = Math.max(...back);
  return [
    {
      metric: 'worker killed (`kill -9`) five times under load',
      must: 'each job back within 10 s; lost 0; a mail twice only where the server had accepted it and the worker died before noting so',
      measured: `jobs taken at the kills: ${kills.map(({ events }) => events.length).join(', ')}; the last of them done after ${back.map((each) => each.toFixed(1)).join(', ')} s; of ${expected.length} mails ${lost} lost, ${doubled} twice, ${unexplained} of those not at the boundary`,
      beside:
        'Bull’s defaults bring a killed worker’s job back after 60 s and give it up after the second kill',
      ratio: `${(longest / 60).toFixed(2)}`,
      reached: longest <= 10 && lost === 0 && unexplained === 0 && errors.length === 0,
      why: errors[0] ? `${errors.length} calls failed, the first: ${errors[0].error.message}` : '',
    },
  ];
}

async function topUp(database) {
  const { rows } = await database.query(
    `select count(*)::int as waiting from outbox_events where queue = 'email' and done_at is null`,
  );
  const missing = MAILS_WAITING - rows[0].waiting;
  return missing > 0 ? queueWelcomeEmails(database, missing) : [];
}

/** What the workers had taken when one of them died: the events of the jobs, and the emails of which an attempt was running. */
async function inHand(database, redis) {
  const at = new Date();
  const [mails, ...jobs] = await Promise.all([
    database.query(`select message_id as id from emails where status = 'sending'`),
    ...TAKEN.map((list) => redis.lrange(list, 0, -1)),
  ]);
  return { at, events: jobs.flat(), mails: new Set(mails.rows.map(({ id }) => id)) };
}

async function secondsUntilDone(database, { at, events }) {
  const { rows } = await database.query(
    'select max(done_at) as last from outbox_events where id = any ($1::uuid[])',
    [events],
  );
  return rows[0].last ? (rows[0].last - at) / 1000 : 0;
}

async function welcomesOf(database, bought) {
  const { rows } = await database.query(
    `select message_id as id from emails where template = 'welcome' and recipient = any ($1::text[])`,
    [bought.flatMap(({ value }) => value?.email ?? [])],
  );
  const buyers = bought.filter(({ value }) => value).length;
  if (rows.length !== buyers)
    throw new Error(`${rows.length} welcome mails were written for ${buyers} buyers`);
  return rows.map(({ id }) => id);
}

/** An email twice is explained when its first sending ran at a kill. */
async function judge(mailServer, expected, kills) {
  const times = new Map();
  for (const { id } of await mailServer.ask({ report: 'all' })) times.set(id, (times.get(id) ?? 0) + 1);
  const doubled = expected.filter((id) => times.get(id) > 1);
  return {
    lost: expected.filter((id) => !times.has(id)).length,
    doubled: doubled.length,
    unexplained: doubled.filter((id) => !kills.some(({ mails }) => mails.has(id))).length,
  };
}
