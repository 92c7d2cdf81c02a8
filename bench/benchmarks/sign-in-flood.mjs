import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../support/child-process.mjs';
import { addCustomers, signInCall } from '../support/customers.mjs';
import { milliseconds, percentile, ratio } from '../support/statistics.mjs';

const AT_ONCE = 200;
const PROBE_EVERY_MS = 20;
const CALM_MS = 5000;

/** What two hundred people who sign in at one moment get, and whether the process goes on answering meanwhile. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const callers = await benchEnvironment.caller();
  const prober = await startChild(new URL('../support/load-generator.mjs', import.meta.url));
  const customers = await addCustomers(await benchEnvironment.database(), AT_ONCE);
  const calls = customers.map((customer) => ({ url: urls.site, ...signInCall(customer) }));
  const health = { kind: 'probe', url: `${urls.site}/api/health/live`, everyMs: PROBE_EVERY_MS };

  await prober.ask(health);
  await pause(CALM_MS);
  const calm = await prober.ask({ kind: 'stopProbe' });

  const answers = [];
  await prober.ask(health);
  for (let burst = 0; burst < benchEnvironment.seconds(5); burst++) {
    answers.push(...(await callers.ask({ kind: 'burst', url: urls.site, calls })));
  }
  const meanwhile = await prober.ask({ kind: 'stopProbe' });
  await prober.stop();

  const refused = answers.filter(({ status }) => status === 503 || status === 429);
  const bad = answers.filter(
    ({ status, retryAfter }) =>
      status === 0 || (status >= 500 && status !== 503) || ([503, 429].includes(status) && !retryAfter),
  );
  const dead = meanwhile.filter(({ status }) => status !== 200).length;
  const p99 = percentile(
    meanwhile.map(({ ms }) => ms),
    0.99,
  );
  const calmP99 = percentile(
    calm.map(({ ms }) => ms),
    0.99,
  );
  const good = answers.filter(({ status }) => status === 200);
  return [
    {
      metric: '200 sign-ins at once',
      must: 'no 5xx but 503/429 with `Retry-After`; `/api/health/live` p99 ≤ 100 ms meanwhile',
      measured: `${good.length} of ${answers.length} signed in (p99 ${milliseconds(
        percentile(
          good.map(({ ms }) => ms),
          0.99,
        ),
      )}), ${refused.length} asked to come back, ${bad.length} other; health p99 ${milliseconds(p99)}, ${dead} not answered`,
      beside: `health p99 ${milliseconds(calmP99)} before`,
      ratio: ratio(p99, calmP99),
      reached: bad.length === 0 && dead === 0 && p99 <= 100,
    },
  ];
}
