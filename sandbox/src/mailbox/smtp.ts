import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { SmtpFailureControls } from './smtp-failures.ts';
import type { MessageStore } from './message-store.ts';

const LARGEST_MAIL_BYTES = 25 * 1024 * 1024;

type Answer = (error?: Error | null, message?: string) => void;

/** An SMTP server that takes every email, without encryption or sign-in, and gives trouble when told to. */
export function createSmtpServer(store: MessageStore, faults: SmtpFailureControls): SMTPServer {
  const server: SMTPServer = new SMTPServer({
    name: 'mailbox.localhost',
    banner: 'Mailbox: nothing leaves this machine',
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: LARGEST_MAIL_BYTES,
    logger: false,
    socketTimeout: 10 * 60 * 1000,
    closeTimeout: 100,
    onRcptTo(address, _session, answer) {
      const refusal = faults.take('reject', address.address);
      answer(refusal ? smtpError(refusal.code, refusal.message ?? defaultReason(refusal.code)) : null);
    },
    onData(stream, session, answer) {
      receive(stream, session, answer).catch((error: Error) => answer(smtpError(451, error.message)));
    },
  });

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    answer: Answer,
  ): Promise<void> {
    const raw = await readAll(stream);
    if (stream.sizeExceeded) return answer(smtpError(552, 'The mail is too large'));
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const first = to[0] ?? '';
    if (faults.take('hang', first)) return;
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
    const message = await store.add({ from, to }, raw);
    if (faults.take('acceptThenDie', first)) {
      socketOf(server, session)?.destroy();
      return;
    }
    if (faults.delayMs > 0) await wait(faults.delayMs);
    answer(null, `OK: stored as ${message.id}`);
  }

  server.on('error', () => undefined);
  return server;
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  let raw = '';
  for await (const chunk of stream) raw += (chunk as Buffer).toString('latin1');
  return raw;
}

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

function defaultReason(code: number): string {
  return code >= 500 ? 'No such mailbox here' : 'Try again later';
}

/** smtp-server keeps its connections untyped; each holds its session and its socket. */
function socketOf(server: SMTPServer, session: SMTPServerSession): Socket | undefined {
  const connections = server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>;
  return [...connections].find((connection) => connection.session.id === session.id)?._socket;
}
