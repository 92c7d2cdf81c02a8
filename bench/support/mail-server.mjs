// An email server in a process of its own: answers each message after a delay and remembers when it accepted what. Orders:
// `{ forget: true }`; `{ delayMs }`; `{ report: 'counts' | 'all' | 'latest' }`.
import { SMTPServer } from 'smtp-server';
import { setTimeout as pause } from 'node:timers/promises';
import { childOptions, handleCommands } from './child-process.mjs';

const HEAD_BYTES = 16_384;
const options = childOptions();
let { delayMs = 0 } = options;
let accepted = [];
let latest = '';
const now = () => performance.timeOrigin + performance.now();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, session, answer) {
    // A client that is killed in the middle of a message breaks its stream; nothing was accepted then.
    take(stream, session).then(() => answer(null, 'OK'), answer);
  },
});
// The same on a connection between two messages.
server.on('error', () => undefined);

async function take(stream, session) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  const message = Buffer.concat(chunks);
  const head = message.toString('latin1', 0, HEAD_BYTES);
  if (delayMs > 0) await pause(delayMs);
  latest = message;
  accepted.push({
    id: /^message-id: *(\S+)/im.exec(head)?.[1] ?? '',
    to: session.envelope.rcptTo[0].address,
    at: now(),
  });
}

function report(kind) {
  if (kind === 'all') return accepted;
  if (kind === 'latest') return latest.toString('latin1');
  return {
    count: accepted.length,
    unique: new Set(accepted.map(({ id }) => id)).size,
    first: accepted[0]?.at,
    last: accepted.at(-1)?.at,
  };
}

server.listen(0, '127.0.0.1', () => {
  handleCommands({ port: server.server.address().port }, (order) => {
    if (order.forget) accepted = [];
    if (order.delayMs !== undefined) ({ delayMs } = order);
    return order.report ? report(order.report) : undefined;
  });
});
