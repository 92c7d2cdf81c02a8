import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../support/child-process.mjs';
import { addCustomers, signInCall } from '../support/customers.mjs';
import { milliseconds, percentile, ratio } from '../support/statistics.mjs';

const CONCURRENT = 200;
const PROBE_EVERY_MS = 20;
const BEFORE_MS = 5000;

/** Outcomes of 200 concurrent sign-ins, and whether the process stays responsive meanwhile. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const generator = await benchEnvironment.loadGenerator();
  const prober = await startChild(new URL('../support/load-generator.mjs', import.meta.url));
  const customers = await addCustomers(await benchEnvironment.database(), CONCURRENT);
  const calls = customers.map((customer) => ({ url: urls.site, ...signInCall(customer) }));
  const health = { kind: 'probe', url: `${urls.site}/api/health/live`, everyMs: PROBE_EVERY_MS };

  await prober.send(health);
  await pause(BEFORE_MS);
  const before = await prober.send({ kind: 'stopProbe' });

  const responses = [];
  await prober.send(health);
  for (let burst = 0; burst < benchEnvironment.seconds(5); burst++) {
    responses.push(...(await generator.send({ kind: 'burst', url: urls.site, calls })));
  }
  const meanwhile = await prober.send({ kind: 'stopProbe' });
  await prober.stop();

  const throttled = responses.filter(({ status }) => status === 503 || status === 429);
  const failed = responses.filter(
    ({ status, retryAfter }) =>
      status === 0 || (status >= 500 && status !== 503) || ([503, 429].includes(status) && !retryAfter),
  );
  const unanswered = meanwhile.filter(({ status }) => status !== 200).length;
  const p99 = percentile(
    meanwhile.map(({ ms }) => ms),
    0.99,
  );
  const beforeP99 = percentile(
    before.map(({ ms }) => ms),
    0.99,
  );
  const succeeded = responses.filter(({ status }) => status === 200);
  return [
    {
      metric: '200 concurrent sign-ins',
      target: 'no 5xx except 503/429 with `Retry-After`; `/api/health/live` p99 ≤ 100 ms meanwhile',
      measured: `${succeeded.length} of ${responses.length} signed in (p99 ${milliseconds(
        percentile(
          succeeded.map(({ ms }) => ms),
          0.99,
        ),
      )}), ${throttled.length} throttled, ${failed.length} other; health p99 ${milliseconds(p99)}, ${unanswered} unanswered`,
      baseline: `health p99 ${milliseconds(beforeP99)} before`,
      ratio: ratio(p99, beforeP99),
      met: failed.length === 0 && unanswered === 0 && p99 <= 100,
    },
  ];
}
