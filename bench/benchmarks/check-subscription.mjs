import { startChild } from '../support/child-process.mjs';
import { addCustomers, signInAll } from '../support/customers.mjs';
import { loadInterleaved, processorTimes } from '../support/interleaved-load.mjs';
import { milliseconds, perSecond, ratio } from '../support/statistics.mjs';

const CONNECTIONS = 32;
const CUSTOMERS = 200;
const SECONDS = 8;

/** Subscription checks per second of the API. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const requests = await checks(benchEnvironment, stack);
  const baseline = await startBaseline(stack);
  const caching = await startBaseline(stack, { cachesTokens: true });
  const baselineRequests = baselineChecks(requests);
  const results = await loadInterleaved(
    benchEnvironment,
    {
      baseline: { url: baseline.url, pid: baseline.pid, requests: baselineRequests },
      product: { url: stack.urls.site, pid: stack.pid('api'), requests },
      'baseline with token cache': { url: caching.url, pid: caching.pid, requests: baselineRequests },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await Promise.all([baseline.stop(), caching.stop()]);
  const { product, baseline: alone, 'baseline with token cache': cached } = results;
  const share = product.rate / alone.rate;
  return [
    {
      metric: '`check-subscription`, 32 connections',
      target: '≥ 70 % of the baseline',
      measured: `${perSecond(product.rate)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
      baseline: `${perSecond(alone.rate)}: Nest + token verify + two prepared selects; ${perSecond(cached.rate)} when it caches verified tokens as we do (ratio ${ratio(product.rate, cached.rate)})`,
      ratio: share.toFixed(2),
      passed: share >= 0.7 && product.failed === 0,
      details: processorTimes(results),
    },
  ];
}

/** The process that does only what a subscription check requires. */
export function startBaseline({ urls, environment }, options = {}) {
  return startChild(new URL('../baselines/check-subscription.mjs', import.meta.url), {
    databaseUrl: urls.database,
    jwk: JSON.parse(environment.AUTH_JWT_KEYS).keys[0],
    ...options,
  });
}

/** One check per signed-in customer. */
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

/** The same calls for {@link startBaseline}. */
export function baselineChecks(requests) {
  return requests.map((request) => ({ ...request, path: '/check-subscription' }));
}
