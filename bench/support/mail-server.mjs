// A mail server in a separate process: accepts each message after a delay and records when. Commands: `{ reset: true }`,
// `{ delayMs }`, `{ report: 'counts' | 'all' | 'latest' }`.
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
  onData(stream, session, accept) {
    // A client killed in the middle of a message breaks the stream; the message isn't accepted then.
    receive(stream, session).then(() => accept(null, 'OK'), accept);
  },
});
// The same, between two messages.
server.on('error', () => undefined);

async function receive(stream, session) {
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
  handleCommands({ port: server.server.address().port }, (command) => {
    if (command.reset) accepted = [];
    if (command.delayMs !== undefined) ({ delayMs } = command);
    return command.report ? report(command.report) : undefined;
  });
});
