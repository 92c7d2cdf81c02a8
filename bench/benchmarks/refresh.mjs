import { randomUUID } from 'node:crypto';
import { startChild } from '../support/child-process.mjs';
import { addCustomers, openSessions } from '../support/customers.mjs';
import { median, milliseconds, perSecond, ratio } from '../support/statistics.mjs';

const CONNECTIONS = 32;
const SECONDS = 8;
const ROUNDS = 3;
const WARM_UP_SECONDS = 3;
const AT_ONCE = 100;
const PATH = '/api/auth/v1/token?grant_type=refresh_token';

/** How many sessions a second the API renews, and what a hundred renewals of one session at one moment come to. */
export async function measure(benchEnvironment) {
  return [await distinctSessions(benchEnvironment), await oneSession(benchEnvironment)];
}

async function distinctSessions(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const caller = await benchEnvironment.caller();
  const customers = await addCustomers(await benchEnvironment.database(), CONNECTIONS);
  const sessions = await openSessions(urls.site, customers);
  const baseline = await startChild(new URL('../baselines/refresh.mjs', import.meta.url), {
    databaseUrl: urls.database,
  });
  const servers = {
    baseline: { url: baseline.url, path: '/refresh', tokens: sessions.map(() => randomUUID()), rounds: [] },
    product: { url: urls.site, path: PATH, tokens: sessions.map((each) => each.refresh_token), rounds: [] },
  };
  const run = async (server, seconds) => {
    const { url, path, tokens } = server;
    const { tokens: next, ...metrics } = await caller.ask({ kind: 'rotate', url, path, tokens, seconds });
    server.tokens = next;
    return metrics;
  };
  for (const server of Object.values(servers)) await run(server, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers)) {
      benchEnvironment.busy(`${name}, round ${round} of ${ROUNDS}`);
      server.rounds.push(await run(server, benchEnvironment.seconds(SECONDS)));
    }
  }
  await baseline.stop();
  const middle = (name, metric) => median(servers[name].rounds.map((round) => round[metric]));
  const rate = middle('product', 'perSecond');
  const alone = middle('baseline', 'perSecond');
  const failed = servers.product.rounds.reduce((sum, round) => sum + round.failed, 0);
  return {
    metric: 'refresh grant, 32 connections, distinct sessions',
    must: '≥ 50 % of the baseline',
    measured: `${perSecond(rate)}, p99 ${milliseconds(middle('product', 'p99'))}, ${failed} failed`,
    beside: `${perSecond(alone)}: Nest + one insert and one update in a transaction`,
    ratio: ratio(rate, alone),
    reached: rate >= 0.5 * alone && failed === 0,
  };
}

/** Two tabs that share a session ask fifty times each at the same moment, and then each goes on with what it got. */
async function oneSession(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const database = await benchEnvironment.database();
  const [customer] = await addCustomers(database, 1);
  const [session] = await openSessions(urls.site, [customer]);
  const refresh = async (token) => {
    const answer = await fetch(`${urls.site}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    });
    return { status: answer.status, ...(await answer.json()) };
  };
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => refresh(session.refresh_token)));
  const given = new Set(answers.filter(({ status }) => status === 200).map((each) => each.refresh_token));
  const later = [];
  for (const token of given) later.push(await refresh(token));
  const { rows } = await database.query('select count(*)::int as sessions from sessions where user_id = $1', [
    customer.id,
  ]);
  const refused = [...answers, ...later].filter(({ status }) => status !== 200).length;
  return {
    metric: '100 parallel refreshes of one session in two tabs',
    must: 'no sign-out, one family',
    measured: `${answers.length - answers.filter(({ status }) => status !== 200).length} of ${AT_ONCE} answered, all with ${given.size} next token; ${refused} refused, those that went on with it included; ${rows[0].sessions} session`,
    beside: '',
    ratio: '',
    reached: refused === 0 && given.size === 1 && rows[0].sessions === 1,
  };
}
