import { startChild } from '../support/child-process.mjs';
import { watchProcessors } from '../support/machine.mjs';
import { welcomeMessage } from '../support/welcome-message.mjs';
import { allEventsDone } from '../support/outbox.mjs';
import { paced, purchase } from '../support/purchases.mjs';
import { milliseconds, percentile, ratio } from '../support/statistics.mjs';

const PER_SECOND = 5;
const SECONDS = 60;
const WARM_UP_SECONDS = 5;

/** Time from the confirmed payment to the welcome email. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const mailServer = await benchEnvironment.mailServer();
  const database = await benchEnvironment.database();
  await mailServer.send({ delayMs: 0 });
  const peer = await baselineSends(benchEnvironment, mailServer);
  const seconds = benchEnvironment.seconds(SECONDS);
  const makePurchase = () => purchase(urls.site);
  await paced({ perSecond: PER_SECOND, seconds: WARM_UP_SECONDS }, makePurchase);
  await allEventsDone(database);
  await mailServer.send({ reset: true });

  benchEnvironment.showProgress(`${PER_SECOND} checkouts a second for ${seconds} s`);
  const watch = watchProcessors(await benchEnvironment.processes());
  const outcomes = await paced({ perSecond: PER_SECOND, seconds }, makePurchase);
  const processors = watch.stop().text;
  await allEventsDone(database);

  const failed = outcomes.filter(({ error }) => error);
  const purchases = outcomes.filter(({ value }) => value).map(({ value }) => value);
  const welcomes = await listWelcomeTimes(database, mailServer);
  const waits = purchases.map(
    ({ email, confirmedAt }) => (welcomes.get(email)?.[0] ?? Infinity) - confirmedAt,
  );
  const once = purchases.filter(({ email }) => welcomes.get(email)?.length === 1).length;
  const p95 = percentile(waits, 0.95);
  const step = (name) =>
    `${name} ${milliseconds(
      percentile(
        purchases.map(({ ms }) => ms[name]),
        0.95,
      ),
    )}`;
  return [
    {
      metric: `payment confirmed → email accepted by the mail server, ${PER_SECOND} checkouts/s for ${seconds} s`,
      target: 'p95 ≤ 400 ms; one welcome email for every buyer',
      measured: `p50 ${milliseconds(percentile(waits, 0.5))}, p95 ${milliseconds(p95)}, p99 ${milliseconds(percentile(waits, 0.99))}; ${once} of ${purchases.length} welcomed once, ${failed.length} checkouts failed`,
      baseline: `p95 ${milliseconds(peer)}: pooled nodemailer alone, the same email at the same rate`,
      ratio: ratio(p95, peer),
      met: p95 <= 400 && failed.length === 0 && once === purchases.length && purchases.length > 0,
      note: `p95 of the steps: ${['create-payment-intent', 'prepare-checkout', 'process-payment'].map(step).join(', ')}. ${processors}${failed[0] ? `. First failure: ${failed[0].error.message}` : ''}`,
    },
  ];
}

async function baselineSends(benchEnvironment, mailServer) {
  const message = await welcomeMessage(benchEnvironment);
  const sender = await startChild(new URL('../baselines/pooled-nodemailer.mjs', import.meta.url), {
    port: mailServer.port,
    connections: 20,
  });
  const times = await sender.send({ count: benchEnvironment.count(50), message, everyMs: 1000 / PER_SECOND });
  await sender.stop();
  return percentile(times, 0.95);
}

/** When the mail server accepted the welcome emails of each address, in order. */
async function listWelcomeTimes(database, mailServer) {
  const { rows } = await database.query(
    `select message_id as id, recipient from emails where template = 'welcome'`,
  );
  const recipients = new Map(rows.map(({ id, recipient }) => [id, recipient]));
  const welcomes = new Map();
  for (const { id, at } of await mailServer.send({ report: 'all' })) {
    const recipient = recipients.get(id);
    if (recipient) welcomes.set(recipient, [...(welcomes.get(recipient) ?? []), at]);
  }
  return welcomes;
}
