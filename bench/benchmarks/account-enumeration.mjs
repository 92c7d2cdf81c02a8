import { randomUUID } from 'node:crypto';
import { addCustomers } from '../support/customers.mjs';
import { median, ratio } from '../support/statistics.mjs';

const EACH = 200;
const LIMIT_MS = 5;
const LIMIT_SHARE = 0.05;
const CALLS = {
  'sign-in': (email) => ['auth/v1/token?grant_type=password', { email, password: 'not the password' }],
  recover: (email) => ['auth/v1/recover', { email }],
  otp: (email) => ['auth/v1/otp', { email }],
  'submit-cancellation': (email) => [
    'functions/v1/submit-cancellation',
    { kind: 'cancel', name: 'Ada Lovelace', email },
  ],
};

/** Whether response times reveal if an address has an account. Alternates between known and unknown addresses. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const database = await benchEnvironment.database();
  const count = benchEnvironment.count(EACH);
  const results = [];
  for (const [name, callFor] of Object.entries(CALLS)) {
    benchEnvironment.showProgress(name);
    const known = (await addCustomers(database, count)).map(({ email }) => email);
    const times = { known: [], unknown: [] };
    const statuses = { known: new Set(), unknown: new Set() };
    for (const address of known) {
      const pair = Object.entries({ known: address, unknown: `${randomUUID()}@example.com` });
      for (const [kind, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
        const [path, body] = callFor(email);
        const started = performance.now();
        const response = await fetch(`${urls.site}/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        await response.arrayBuffer();
        times[kind].push(performance.now() - started);
        statuses[kind].add(response.status);
      }
    }
    const [one, other] = [median(times.known), median(times.unknown)];
    const difference = Math.abs(one - other);
    const sameResponse =
      [...statuses.known].join() === [...statuses.unknown].join() && statuses.known.size === 1;
    results.push({
      name,
      one,
      other,
      same: sameResponse && (difference <= LIMIT_MS || difference <= LIMIT_SHARE * one),
    });
  }
  return [
    {
      metric: `known and unknown address, ${count} each: ${Object.keys(CALLS).join(', ')}`,
      target: 'medians differ by ≤ 5 % or 5 ms',
      measured: results
        .map(({ name, one, other }) => `${name} ${one.toFixed(1)} and ${other.toFixed(1)} ms`)
        .join('; '),
      baseline: 'the same call with an address that has no account',
      ratio: results.map(({ one, other }) => ratio(one, other)).join(', '),
      met: results.every(({ same }) => same),
    },
  ];
}
