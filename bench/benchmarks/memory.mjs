import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../support/child-process.mjs';
import { residentBytes } from '../support/machine.mjs';
import { welcomeMessage } from '../support/welcome-message.mjs';
import { megabytes, ratio } from '../support/statistics.mjs';
import { waitForDelivery, queueWelcomeEmails } from '../support/welcome-emails.mjs';
import { checks, baselineChecks, startBaseline } from './check-subscription.mjs';

const CONNECTIONS = 32;
const SETTLE_MS = 3000;

/** Resident memory of the API and a worker after load, each next to its baseline after the same load. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const api = await afterChecks(benchEnvironment, stack);
  const worker = await afterEmails(benchEnvironment, stack);
  const row = (metric, limit, { product, baseline }, baselineName) => ({
    metric,
    target: `≤ ${limit} MB`,
    measured: megabytes(product),
    baseline: `${megabytes(baseline)}: ${baselineName}, after the same load`,
    ratio: ratio(product, baseline),
    passed: product <= limit * 1e6,
  });
  return [
    row('resident memory after the load, API', 260, api, 'Nest + token verify + two prepared selects'),
    row('resident memory after the load, worker', 200, worker, 'pooled nodemailer alone'),
  ];
}

async function afterChecks(benchEnvironment, stack) {
  benchEnvironment.progress('subscription checks');
  const generator = await benchEnvironment.loadGenerator();
  const requests = await checks(benchEnvironment, stack);
  const baseline = await startBaseline(stack);
  const load = { kind: 'load', connections: CONNECTIONS, seconds: benchEnvironment.seconds(20) };
  await generator.send({ ...load, url: stack.urls.site, requests });
  await generator.send({ ...load, url: baseline.url, requests: baselineChecks(requests) });
  await pause(SETTLE_MS);
  const used = { product: residentBytes(stack.pid('api')), baseline: residentBytes(baseline.pid) };
  await baseline.stop();
  return used;
}

async function afterEmails(benchEnvironment, stack) {
  benchEnvironment.progress('emails');
  const mailServer = await benchEnvironment.mailServer();
  const count = benchEnvironment.count(3000);
  const message = await welcomeMessage(benchEnvironment);
  await mailServer.send({ reset: true });
  await queueWelcomeEmails(await benchEnvironment.database(), count);
  await waitForDelivery(mailServer, count);
  const sender = await startChild(new URL('../baselines/pooled-nodemailer.mjs', import.meta.url), {
    port: mailServer.port,
    connections: 20,
  });
  await sender.send({ count, message });
  await pause(SETTLE_MS);
  const used = { product: residentBytes(stack.pid('worker')), baseline: residentBytes(sender.pid) };
  await sender.stop();
  return used;
}
