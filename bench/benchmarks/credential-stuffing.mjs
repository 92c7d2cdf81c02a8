import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../stack/machine/ports.mjs';
import { startProduct } from '../../stack/product.mjs';
import { addCustomers, signInCall } from '../support/customers.mjs';
import { paced } from '../support/purchases.mjs';
import { milliseconds, percentile, ratio } from '../support/statistics.mjs';

const PER_SECOND = 5;
const SECONDS = 20;
const ATTACKERS = 16;
const GUESSES = 2000;

/** Sign-in latency of other users during a distributed password attack on one address, with rate limits on. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const seconds = benchEnvironment.seconds(SECONDS);
  const api = await startRateLimitedApi(benchEnvironment, stack);
  try {
    const customers = await addCustomers(await benchEnvironment.database(), 2 * PER_SECOND * seconds + 1);
    const target = customers.pop();
    const others = customers.values();
    const signIns = () =>
      paced({ perSecond: PER_SECOND, seconds }, () => call(api.url, signInCall(others.next().value)));
    benchEnvironment.showProgress('undisturbed');
    const calm = await signIns();
    benchEnvironment.showProgress('under attack');
    const [attacked, attack] = await Promise.all([
      signIns(),
      stuff(benchEnvironment, api.url, target, seconds + 1),
    ]);
    const p99 = (outcomes) =>
      percentile(
        outcomes.map(({ ms }) => ms),
        0.99,
      );
    const failed = [...calm, ...attacked].filter(({ error }) => error);
    return [
      {
        metric: "another user's sign-in while one address is under credential stuffing",
        target: 'p99 ≤ 2 times undisturbed',
        measured: `p99 ${milliseconds(p99(attacked))}, ${failed.length} failed; ${attack.failed} wrong passwords from different addresses, ${Math.round(attack.perSecond * seconds)} of them accepted`,
        baseline: `p99 ${milliseconds(p99(calm))} undisturbed`,
        ratio: ratio(p99(attacked), p99(calm)),
        met: p99(attacked) <= 2 * p99(calm) && failed.length === 0 && attack.perSecond === 0,
        note: failed[0]?.error.message ?? '',
      },
    ];
  } finally {
    await api.stop();
  }
}

/** A second API on the stack's data, with production rate limits, that trusts forwarded addresses. */
async function startRateLimitedApi(benchEnvironment, stack) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(benchEnvironment.folder, 'rate-limited');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const service = await startProduct({
    name: 'api',
    entry: 'main',
    environment: {
      ...stack.environment,
      PORT: String(port),
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    readyUrls: [`${url}/api/health/ready`],
    settings: { logsDir: join(dataDir, 'logs') },
  });
  return { url, stop: () => service.stop() };
}

/** Guesses passwords for one account, each from a different IP address, in a separate process. */
async function stuff(benchEnvironment, url, target, seconds) {
  const generator = await benchEnvironment.loadGenerator();
  const requests = Array.from({ length: GUESSES }, (_, number) => {
    const { headers, ...call } = signInCall(target);
    const body = JSON.stringify({ email: target.email, password: `guess ${number}` });
    return { ...call, headers: { ...headers, 'x-forwarded-for': nextAddress() }, body };
  });
  return generator.send({ kind: 'load', url, requests, connections: ATTACKERS, seconds });
}

let addresses = 0;

function nextAddress() {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Each call comes from a different IP address. */
async function call(url, { path, ...init }) {
  const headers = { ...init.headers, 'x-forwarded-for': nextAddress() };
  const response = await fetch(url + path, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${text}`);
}
