import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { watchProcessors } from '../support/machine.mjs';
import { waitForOutboxToDrain } from '../support/outbox.mjs';
import { runAtRate } from '../support/purchases.mjs';
import { milliseconds, percentile, ratio } from '../support/statistics.mjs';

const PER_SECOND = 10;
const SECONDS = 30;

/** Sign-up latency during a Redis outage, and when the emails arrive. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const mailServer = await benchEnvironment.mailServer();
  const database = await benchEnvironment.database();
  const seconds = benchEnvironment.seconds(SECONDS);
  const signUps = () => runAtRate({ perSecond: PER_SECOND, seconds }, () => signUp(stack.urls.site));
  await mailServer.send({ delayMs: 0, reset: true });
  await runAtRate({ perSecond: PER_SECOND, seconds: benchEnvironment.seconds(5) }, () =>
    signUp(stack.urls.site),
  );
  await waitForOutboxToDrain(database);

  benchEnvironment.progress(`${PER_SECOND} sign-ups a second, with Redis`);
  const before = await signUps();
  benchEnvironment.progress(`${PER_SECOND} sign-ups a second, without Redis`);
  await stack.kill('redis');
  const watch = watchProcessors(await benchEnvironment.processes());
  const during = await signUps();
  const processors = watch.stop().text;
  await stack.start('redis');
  const restoredAt = performance.timeOrigin + performance.now();
  benchEnvironment.progress('Redis available again');
  await waitForOutboxToDrain(database);
  await pause(500);

  const accepted = await mailServer.send({ report: 'all' });
  const signedUp = [...before, ...during].filter(({ value }) => value);
  const failed = [...before, ...during].filter(({ error }) => error);
  const emails = new Map();
  for (const { to, at } of accepted) emails.set(to, [...(emails.get(to) ?? []), at]);
  const once = signedUp.filter(({ value }) => emails.get(value)?.length === 1).length;
  const last = Math.max(...during.map(({ value }) => emails.get(value)?.[0] ?? Infinity));
  const lastAfter = Math.max(0, last - restoredAt) / 1000;
  const p99 = (outcomes) =>
    percentile(
      outcomes.map(({ ms }) => ms),
      0.99,
    );
  return [
    {
      metric: `Redis outage of ${seconds} s under ${PER_SECOND} sign-ups/s`,
      target: 'all succeed; p99 within 50 ms of before; every email within 60 s after it',
      measured: `${signedUp.length} succeeded, ${failed.length} failed; p99 ${milliseconds(p99(during))}; last email ${lastAfter.toFixed(1)} s after Redis was restored; ${once} of ${signedUp.length} got exactly one`,
      baseline: `p99 ${milliseconds(p99(before))} with Redis, just before`,
      ratio: ratio(p99(during), p99(before)),
      passed:
        failed.length === 0 && p99(during) <= p99(before) + 50 && lastAfter <= 60 && once === signedUp.length,
      details: `${processors}${failed[0] ? `. First failure: ${failed[0].error.message}` : ''}`,
    },
  ];
}

async function signUp(site) {
  const email = `person-${randomUUID()}@example.com`;
  const response = await fetch(`${site}/api/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`sign-up: ${response.status} ${text}`);
  return email;
}
