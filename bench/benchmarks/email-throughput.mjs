import { startChild } from '../support/child-process.mjs';
import { watchProcessors } from '../support/machine.mjs';
import { welcomeMessage } from '../support/welcome-message.mjs';
import { perSecond, ratio } from '../support/statistics.mjs';
import { waitForDelivery, queueWelcomeEmails, deliveryRate } from '../support/welcome-emails.mjs';

const CONNECTIONS = 20;
const EMAILS = 10_000;
const WARM_UP = 300;
const SERVER_DELAY_MS = 50;

/** Emails per second of one and two workers, next to one and two processes of pooled nodemailer alone. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const mailServer = await benchEnvironment.mailServer();
  await mailServer.send({ delayMs: 0 });
  const message = await welcomeMessage(benchEnvironment);
  await mailServer.send({ delayMs: SERVER_DELAY_MS });
  const run = { benchEnvironment, stack, mailServer, message, count: benchEnvironment.count(EMAILS) };

  const baselineBefore = await baseline(run, 1);
  const one = await product(run, 'one worker');
  const baselineAfter = await baseline(run, 1);
  await stack.start('worker-2');
  const two = await product(run, 'two workers');
  await stack.stop('worker-2');
  const baselineOfTwo = await baseline(run, 2);
  await mailServer.send({ delayMs: 0 });

  const alone = (baselineBefore.rate + baselineAfter.rate) / 2;
  const size = run.count.toLocaleString('en');
  return [
    {
      metric: `welcome emails, ${size} queued, server responds after 50 ms, 20 connections, one worker`,
      target: '≥ 80 % of pooled nodemailer alone',
      measured: `${perSecond(one.rate)}${one.duplicates}`,
      baseline: `${perSecond(alone)}: pooled nodemailer alone, same messages (${perSecond(baselineBefore.rate)} before, ${perSecond(baselineAfter.rate)} after)`,
      ratio: ratio(one.rate, alone),
      passed: one.rate >= 0.8 * alone && !one.duplicates,
      details: `one worker: ${one.processors}. nodemailer alone: ${baselineAfter.processors}`,
    },
    {
      metric: 'the same with two workers',
      target: '≥ 1.7 times one worker',
      measured: `${perSecond(two.rate)}${two.duplicates}`,
      baseline: `${perSecond(one.rate)}: one worker. Two processes of nodemailer alone: ${perSecond(baselineOfTwo.rate)}, ${ratio(baselineOfTwo.rate, alone)} times one`,
      ratio: ratio(two.rate, one.rate),
      passed: two.rate >= 1.7 * one.rate && !two.duplicates,
      details: `two workers: ${two.processors}. Two nodemailer processes: ${baselineOfTwo.processors}`,
    },
  ];
}

async function baseline({ benchEnvironment, mailServer, message, count }, processes) {
  benchEnvironment.progress(`pooled nodemailer alone, ${processes} at once`);
  const options = { port: mailServer.port, connections: CONNECTIONS };
  const senders = await Promise.all(
    Array.from({ length: processes }, () =>
      startChild(new URL('../baselines/pooled-nodemailer.mjs', import.meta.url), options),
    ),
  );
  const send = (total) =>
    Promise.all(senders.map((sender) => sender.send({ count: Math.ceil(total / processes), message })));
  await send(WARM_UP);
  await mailServer.send({ reset: true });
  const pids = Object.fromEntries(senders.map(({ pid }, index) => [`nodemailer ${index + 1}`, pid]));
  const watch = watchProcessors({ ...pids, 'mail server': mailServer.pid });
  await send(count);
  const processors = watch.stop().text;
  const rate = deliveryRate(await waitForDelivery(mailServer, count));
  await Promise.all(senders.map((sender) => sender.stop()));
  return { rate, processors };
}

async function product({ benchEnvironment, mailServer, count }, title) {
  const database = await benchEnvironment.database();
  benchEnvironment.progress(title);
  await mailServer.send({ reset: true });
  await queueWelcomeEmails(database, WARM_UP);
  await waitForDelivery(mailServer, WARM_UP);
  await mailServer.send({ reset: true });
  const watch = watchProcessors(await benchEnvironment.processes());
  await queueWelcomeEmails(database, count);
  const counts = await waitForDelivery(mailServer, count);
  const processors = watch.stop().text;
  const twice = counts.count - counts.unique;
  return { rate: deliveryRate(counts), processors, duplicates: twice > 0 ? `, ${twice} sent twice` : '' };
}
