import { randomUUID } from 'node:crypto';
import { startChild } from '../support/child-process.mjs';
import { addCustomers, openSessions } from '../support/customers.mjs';
import { median, milliseconds, perSecond, ratio } from '../support/statistics.mjs';

const CONNECTIONS = 32;
const SECONDS = 8;
const ROUNDS = 3;
const WARM_UP_SECONDS = 3;
const CONCURRENT = 100;
const PATH = '/api/auth/v1/token?grant_type=refresh_token';

/** Session refreshes per second of the API, and the outcome of 100 concurrent refreshes of one session. */
export async function measure(benchEnvironment) {
  return [await distinctSessions(benchEnvironment), await oneSession(benchEnvironment)];
}

async function distinctSessions(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const generator = await benchEnvironment.loadGenerator();
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
    const { tokens: next, ...result } = await generator.send({ kind: 'rotate', url, path, tokens, seconds });
    server.tokens = next;
    return result;
  };
  for (const server of Object.values(servers)) await run(server, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers)) {
      benchEnvironment.progress(`${name}, round ${round} of ${ROUNDS}`);
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
    target: '≥ 50 % of the baseline',
    measured: `${perSecond(rate)}, p99 ${milliseconds(middle('product', 'p99'))}, ${failed} failed`,
    baseline: `${perSecond(alone)}: Nest + one insert and one update in a transaction`,
    ratio: ratio(rate, alone),
    passed: rate >= 0.5 * alone && failed === 0,
  };
}

/** Two tabs share a session: 100 concurrent refreshes, then one more with each token they returned. */
async function oneSession(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const database = await benchEnvironment.database();
  const [customer] = await addCustomers(database, 1);
  const [session] = await openSessions(urls.site, [customer]);
  const refresh = async (token) => {
    const response = await fetch(`${urls.site}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const responses = await Promise.all(
    Array.from({ length: CONCURRENT }, () => refresh(session.refresh_token)),
  );
  const next = new Set(responses.filter(({ status }) => status === 200).map((each) => each.refresh_token));
  const later = [];
  for (const token of next) later.push(await refresh(token));
  const { rows } = await database.query('select count(*)::int as sessions from sessions where user_id = $1', [
    customer.id,
  ]);
  const failed = [...responses, ...later].filter(({ status }) => status !== 200).length;
  return {
    metric: '100 parallel refreshes of one session in two tabs',
    target: 'no sign-out, one token family',
    measured: `${responses.filter(({ status }) => status === 200).length} of ${CONCURRENT} succeeded, with ${next.size} distinct next tokens; ${failed} failed, follow-up refreshes included; ${rows[0].sessions} session`,
    baseline: '',
    ratio: '',
    passed: failed === 0 && next.size === 1 && rows[0].sessions === 1,
  };
}
