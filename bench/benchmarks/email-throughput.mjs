import { startChild } from '../support/child-process.mjs';
import { watchProcessors } from '../support/machine.mjs';
import { welcomeMessage } from '../support/welcome-message.mjs';
import { perSecond, ratio } from '../support/statistics.mjs';
import { waitForDelivery, queueWelcomeEmails, deliveryRate } from '../support/welcome-emails.mjs';

const CONNECTIONS = 20;
const MAILS = 10_000;
const WARM_UP = 300;
const SERVER_DELAY_MS = 50;

/** Emails a second of one worker and of two, beside those of pooled nodemailer alone to the same mail server, one process and two. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const mailServer = await benchEnvironment.mailServer();
  await mailServer.ask({ delayMs: 0 });
  const message = await welcomeMessage(benchEnvironment);
  await mailServer.ask({ delayMs: SERVER_DELAY_MS });
  const of = { benchEnvironment, stack, mailServer, message, count: benchEnvironment.count(MAILS) };

  const baselineBefore = await baseline(of, 1);
  const one = await product(of, 'one worker');
  const baselineAfter = await baseline(of, 1);
  await stack.start('worker-2');
  const two = await product(of, 'two workers');
  await stack.stop('worker-2');
  const baselineOfTwo = await baseline(of, 2);
  await mailServer.ask({ delayMs: 0 });

  const alone = (baselineBefore.rate + baselineAfter.rate) / 2;
  const size = of.count.toLocaleString('en');
  return [
    {
      metric: `welcome mails, ${size} queued, server answers after 50 ms, 20 connections, one worker`,
      must: '≥ 80 % of pooled nodemailer alone',
      measured: `${perSecond(one.rate)}${one.doubled}`,
      beside: `${perSecond(alone)}: pooled nodemailer alone, same messages (${perSecond(baselineBefore.rate)} before, ${perSecond(baselineAfter.rate)} after)`,
      ratio: ratio(one.rate, alone),
      reached: one.rate >= 0.8 * alone && !one.doubled,
      why: `one worker: ${one.processors}. nodemailer alone: ${baselineAfter.processors}`,
    },
    {
      metric: 'the same, two workers',
      must: '≥ 1.7 times one worker',
      measured: `${perSecond(two.rate)}${two.doubled}`,
      beside: `${perSecond(one.rate)}: one worker. Two processes of nodemailer alone: ${perSecond(baselineOfTwo.rate)}, ${ratio(baselineOfTwo.rate, alone)} times one`,
      ratio: ratio(two.rate, one.rate),
      reached: two.rate >= 1.7 * one.rate && !two.doubled,
      why: `two workers: ${two.processors}. Two nodemailers: ${baselineOfTwo.processors}`,
    },
  ];
}

async function baseline({ benchEnvironment, mailServer, message, count }, processes) {
  benchEnvironment.busy(`pooled nodemailer alone, ${processes} at once`);
  const options = { port: mailServer.port, connections: CONNECTIONS };
  const senders = await Promise.all(
    Array.from({ length: processes }, () =>
      startChild(new URL('../baselines/pooled-nodemailer.mjs', import.meta.url), options),
    ),
  );
  const send = (total) =>
    Promise.all(senders.map((sender) => sender.ask({ count: Math.ceil(total / processes), message })));
  await send(WARM_UP);
  await mailServer.ask({ forget: true });
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
  benchEnvironment.busy(title);
  await mailServer.ask({ forget: true });
  await queueWelcomeEmails(database, WARM_UP);
  await waitForDelivery(mailServer, WARM_UP);
  await mailServer.ask({ forget: true });
  const watch = watchProcessors(await benchEnvironment.processes());
  await queueWelcomeEmails(database, count);
  const counts = await waitForDelivery(mailServer, count);
  const processors = watch.stop().text;
  const twice = counts.count - counts.unique;
  return { rate: deliveryRate(counts), processors, doubled: twice > 0 ? `, ${twice} twice` : '' };
}
