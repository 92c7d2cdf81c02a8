import { addCustomers } from '../support/customers.mjs';
import { processorTimes } from '../support/interleaved-load.mjs';
import { loadSignedInRoute } from '../support/signed-in-route.mjs';
import { milliseconds, perSecond } from '../support/statistics.mjs';

const CUSTOMERS = 200;

/** `GET /user` requests per second of the API, with a session lookup each time. */
export async function measure(benchEnvironment) {
  const customers = await addCustomers(await benchEnvironment.database(), CUSTOMERS);
  const results = await loadSignedInRoute(benchEnvironment, customers, {
    path: '/api/auth/v1/user',
    baseline: { file: 'user.mjs', path: '/user' },
  });
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
      met: share >= 0.7 && spread <= 3 && product.failed === 0,
      note: processorTimes(results),
    },
  ];
}
