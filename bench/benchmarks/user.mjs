import { startChild } from '../support/child-process.mjs';
import { addCustomers, signInAll } from '../support/customers.mjs';
import { loadInterleaved, processorTimes } from '../support/interleaved-load.mjs';
import { milliseconds, perSecond } from '../support/statistics.mjs';

const CONNECTIONS = 32;
const CUSTOMERS = 200;
const SECONDS = 8;

/** `GET /user` requests per second of the API, with a session lookup each time. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const { urls, environment } = stack;
  const tokens = await signInAll(urls.site, await addCustomers(await benchEnvironment.database(), CUSTOMERS));
  const calls = (path) =>
    tokens.map((token) => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } }));
  const baseline = await startChild(new URL('../baselines/user.mjs', import.meta.url), {
    databaseUrl: urls.database,
    jwk: JSON.parse(environment.AUTH_JWT_KEYS).keys[0],
  });
  const results = await loadInterleaved(
    benchEnvironment,
    {
      baseline: { url: baseline.url, pid: baseline.pid, requests: calls('/user') },
      product: { url: urls.site, pid: stack.pid('api'), requests: calls('/api/auth/v1/user') },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await baseline.stop();
  const { product, baseline: alone } = results;
  const share = product.rate / alone.rate;
  const spread = product.p99 / product.p50;
  return [
    {
      metric: '`GET /user` with session check, 32 connections',
      target: '≥ 70 % of the baseline; p99 ≤ 3 times p50',
      measured: `${perSecond(product.rate)}, p50 ${milliseconds(product.p50)}, p99 ${milliseconds(product.p99)} (${spread.toFixed(1)} times), ${product.failed} failed`,
      baseline: `${perSecond(alone.rate)}: Nest + ES256 verify + one prepared select; p99 ${(alone.p99 / alone.p50).toFixed(1)} times p50`,
      ratio: share.toFixed(2),
      passed: share >= 0.7 && spread <= 3 && product.failed === 0,
      details: processorTimes(results),
    },
  ];
}
