import { startChild } from '../support/children.mjs';
import { addCustomers, signInAll } from '../support/customers.mjs';
import { loadInTurns, processorTimes } from '../support/in-turns.mjs';
import { milliseconds, perSecond, ratio } from '../support/statistics.mjs';

const CONNECTIONS = 32;
const CUSTOMERS = 200;
const SECONDS = 8;

/** How many subscription checks a second the API answers. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const requests = await checks(benchEnvironment, stack);
  const floor = await startFloor(stack);
  const remembering = await startFloor(stack, { remembers: true });
  const floorRequests = checksOfFloor(requests);
  const results = await loadInTurns(
    benchEnvironment,
    {
      floor: { url: floor.url, pid: floor.pid, requests: floorRequests },
      product: { url: stack.urls.site, pid: stack.pid('api'), requests },
      'floor that remembers': { url: remembering.url, pid: remembering.pid, requests: floorRequests },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await Promise.all([floor.stop(), remembering.stop()]);
  const { product, floor: alone, 'floor that remembers': knowing } = results;
  const share = product.rate / alone.rate;
  return [
    {
      metric: '`check-subscription`, 32 connections',
      must: '≥ 70 % of the floor',
      measured: `${perSecond(product.rate)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
      beside: `${perSecond(alone.rate)}: Nest + token verify + two prepared selects; ${perSecond(knowing.rate)} when it remembers verified tokens as we do (ratio ${ratio(product.rate, knowing.rate)})`,
      ratio: share.toFixed(2),
      reached: share >= 0.7 && product.failed === 0,
      why: processorTimes(results),
    },
  ];
}

/** The process that does what a subscription check cannot do without. */
export function startFloor({ urls, environment }, options = {}) {
  return startChild(new URL('../baselines/check-subscription.mjs', import.meta.url), {
    databaseUrl: urls.database,
    jwk: JSON.parse(environment.AUTH_JWT_KEYS).keys[0],
    ...options,
  });
}

/** The checks of as many signed-in customers. */
export async function checks(benchEnvironment, { urls }) {
  const customers = await addCustomers(await benchEnvironment.database(), CUSTOMERS);
  const tokens = await signInAll(urls.site, customers);
  return tokens.map((token) => ({
    method: 'POST',
    path: '/api/functions/v1/check-subscription',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  }));
}

/** The same calls, where {@link startFloor} takes them. */
export function checksOfFloor(requests) {
  return requests.map((request) => ({ ...request, path: '/check-subscription' }));
}
