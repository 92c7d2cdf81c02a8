import { startChild } from '../support/child-process.mjs';
import { addCustomers, signInCall } from '../support/customers.mjs';
import { loadInterleaved, processorTimes } from '../support/interleaved-load.mjs';
import { milliseconds, perSecond } from '../support/statistics.mjs';

const CONNECTIONS = 8;
const CUSTOMERS = 200;
const SECONDS = 10;

/** Password sign-ins per second of the API. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const { urls, environment } = stack;
  const database = await benchEnvironment.database();
  const customers = await addCustomers(database, CUSTOMERS);
  const { rows } = await database.query('select password_hash from users where id = $1', [customers[0].id]);
  const baseline = await startChild(new URL('../baselines/sign-in.mjs', import.meta.url), {
    databaseUrl: urls.database,
    jwk: JSON.parse(environment.AUTH_JWT_KEYS).keys[0],
    passwordHash: rows[0].password_hash,
  });
  const calls = customers.map(signInCall);
  const results = await loadInterleaved(
    benchEnvironment,
    {
      baseline: {
        url: baseline.url,
        pid: baseline.pid,
        requests: calls.map((call) => ({ ...call, path: '/sign-in' })),
      },
      product: { url: urls.site, pid: stack.pid('api'), requests: calls },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await baseline.stop();
  const { product, baseline: alone } = results;
  const share = product.rate / alone.rate;
  return [
    {
      metric: 'password sign-in, 8 concurrent',
      target: '≥ 80 % of the baseline',
      measured: `${perSecond(product.rate)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
      baseline: `${perSecond(alone.rate)}: Nest + argon2id + sign + one insert`,
      ratio: share.toFixed(2),
      passed: share >= 0.8 && product.failed === 0,
      details: processorTimes(results),
    },
  ];
}
