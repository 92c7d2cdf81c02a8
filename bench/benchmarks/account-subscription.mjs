import { addCards, addCustomers } from '../support/customers.mjs';
import { processorTimes } from '../support/interleaved-load.mjs';
import { loadSignedInRoute } from '../support/signed-in-route.mjs';
import { milliseconds, perSecond } from '../support/statistics.mjs';

const CUSTOMERS = 200;

/** `GET /api/account/v1/subscription` requests per second of the API, for customers with a card. */
export async function measure(benchEnvironment) {
  const database = await benchEnvironment.database();
  const customers = await addCustomers(database, CUSTOMERS);
  await addCards(database, customers);
  const results = await loadSignedInRoute(benchEnvironment, customers, {
    path: '/api/account/v1/subscription',
    baseline: { file: 'account-subscription.mjs', path: '/subscription' },
  });
  const { product, baseline: alone } = results;
  const share = product.rate / alone.rate;
  return [
    {
      metric: '`GET /api/account/v1/subscription`, 32 connections',
      target: '≥ 70 % of the baseline',
      measured: `${perSecond(product.rate)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
      baseline: `${perSecond(alone.rate)}: Nest + ES256 verify + one prepared select`,
      ratio: share.toFixed(2),
      met: share >= 0.7 && product.failed === 0,
      note: processorTimes(results),
    },
  ];
}
