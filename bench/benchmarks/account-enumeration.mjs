import { randomUUID } from 'node:crypto';
import { addCustomers } from '../support/customers.mjs';
import { median, ratio } from '../support/statistics.mjs';

const PAIRS = 200;
const MAX_DIFFERENCE_MS = 5;
const MAX_DIFFERENCE_RATIO = 0.05;
const CALLS = {
  'sign-in': (email) => ['token?grant_type=password', { email, password: 'not the password' }],
  recover: (email) => ['recover', { email }],
  otp: (email) => ['otp', { email }],
};

/** Whether response times reveal if an account exists. Alternates between known and unknown addresses. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const database = await benchEnvironment.database();
  const count = benchEnvironment.count(PAIRS);
  const results = [];
  for (const [name, callFor] of Object.entries(CALLS)) {
    benchEnvironment.progress(name);
    const known = (await addCustomers(database, count)).map(({ email }) => email);
    const times = { known: [], unknown: [] };
    const statuses = { known: new Set(), unknown: new Set() };
    for (const address of known) {
      const pair = Object.entries({ known: address, unknown: `${randomUUID()}@example.com` });
      for (const [kind, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
        const [path, body] = callFor(email);
        const started = performance.now();
        const response = await fetch(`${urls.site}/api/auth/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        await response.arrayBuffer();
        times[kind].push(performance.now() - started);
        statuses[kind].add(response.status);
      }
    }
    const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
    const difference = Math.abs(knownMs - unknownMs);
    const sameResponse =
      [...statuses.known].join() === [...statuses.unknown].join() && statuses.known.size === 1;
    results.push({
      name,
      knownMs,
      unknownMs,
      indistinguishable:
        sameResponse && (difference <= MAX_DIFFERENCE_MS || difference <= MAX_DIFFERENCE_RATIO * knownMs),
    });
  }
  return [
    {
      metric: `known and unknown address, ${count} each: sign-in, recover, otp`,
      target: 'medians differ by ≤ 5 % or 5 ms',
      measured: results
        .map(({ name, knownMs, unknownMs }) => `${name} ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms`)
        .join('; '),
      baseline: 'the same call for an address without an account',
      ratio: results.map(({ knownMs, unknownMs }) => ratio(knownMs, unknownMs)).join(', '),
      passed: results.every(({ indistinguishable }) => indistinguishable),
    },
  ];
}
