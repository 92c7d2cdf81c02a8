// Baseline for sending: pooled nodemailer alone. The command `{ count, message, everyMs? }` sends the message `count` times, at full
// speed or one every `everyMs`, and returns the milliseconds each one took.
import { createTransport } from 'nodemailer';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { childOptions, handleCommands } from '../support/child-process.mjs';

const { port, connections } = childOptions();
const transport = createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: connections,
  maxMessages: Infinity,
});

async function send(message) {
  const started = performance.now();
  const id = randomUUID();
  await transport.sendMail({ ...message, to: `${id}@example.com`, messageId: `<${id}@example.com>` });
  return performance.now() - started;
}

handleCommands({}, async ({ count, message, everyMs = 0 }) => {
  const sending = [];
  for (let sent = 0; sent < count; sent++) {
    sending.push(send(message));
    if (everyMs > 0) await pause(everyMs);
  }
  return Promise.all(sending);
});
