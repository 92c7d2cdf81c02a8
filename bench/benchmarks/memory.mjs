import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../support/children.mjs';
import { residentBytes } from '../support/machine.mjs';
import { welcomeMessage } from '../support/message.mjs';
import { megabytes, ratio } from '../support/statistics.mjs';
import { arrived, queueWelcomeMails } from '../support/welcome-mails.mjs';
import { checks, checksOfFloor, startFloor } from './check-subscription.mjs';

const CONNECTIONS = 32;
const SETTLE_MS = 3000;

/** Resident memory of the API and of a worker after load, each beside its floor after the same load. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const api = await afterChecks(benchEnvironment, stack);
  const worker = await afterMails(benchEnvironment, stack);
  const row = (metric, limit, { product, floor }, floorName) => ({
    metric,
    must: `≤ ${limit} MB`,
    measured: megabytes(product),
    beside: `${megabytes(floor)}: ${floorName}, after the same load`,
    ratio: ratio(product, floor),
    reached: product <= limit * 1e6,
  });
  return [
    row('resident memory after the load, API', 260, api, 'Nest + token verify + two prepared selects'),
    row('resident memory after the load, worker', 200, worker, 'pooled nodemailer alone'),
  ];
}

async function afterChecks(benchEnvironment, stack) {
  benchEnvironment.busy('subscription checks');
  const caller = await benchEnvironment.caller();
  const requests = await checks(benchEnvironment, stack);
  const floor = await startFloor(stack);
  const load = { kind: 'load', connections: CONNECTIONS, seconds: benchEnvironment.seconds(20) };
  await caller.ask({ ...load, url: stack.urls.site, requests });
  await caller.ask({ ...load, url: floor.url, requests: checksOfFloor(requests) });
  await pause(SETTLE_MS);
  const used = { product: residentBytes(stack.pid('api')), floor: residentBytes(floor.pid) };
  await floor.stop();
  return used;
}

async function afterMails(benchEnvironment, stack) {
  benchEnvironment.busy('mails');
  const mailServer = await benchEnvironment.mailServer();
  const count = benchEnvironment.count(3000);
  const message = await welcomeMessage(benchEnvironment);
  await mailServer.ask({ forget: true });
  await queueWelcomeMails(await benchEnvironment.database(), count);
  await arrived(mailServer, count);
  const sender = await startChild(new URL('../baselines/pooled-mail.mjs', import.meta.url), {
    port: mailServer.port,
    connections: 20,
  });
  await sender.ask({ count, message });
  await pause(SETTLE_MS);
  const used = { product: residentBytes(stack.pid('worker')), floor: residentBytes(sender.pid) };
  await sender.stop();
  return used;
}
