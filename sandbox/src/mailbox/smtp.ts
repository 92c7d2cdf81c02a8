import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { SmtpFailureControls } from './smtp-failures.ts';
import type { MessageStore } from './message-store.ts';

const MAX_EMAIL_BYTES = 25 * 1024 * 1024;

type Respond = (error?: Error | null, message?: string) => void;

/** An SMTP server that accepts every email, without encryption or authentication, except for simulated failures. */
export function createSmtpServer(store: MessageStore, failures: SmtpFailureControls): SMTPServer {
  const server: SMTPServer = new SMTPServer({
    name: 'mailbox.localhost',
    banner: 'Mailbox: nothing leaves this machine',
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_EMAIL_BYTES,
    logger: false,
    socketTimeout: 10 * 60 * 1000,
    closeTimeout: 100,
    onMailFrom({ address }, _session, respond) {
      respond(consumeRejection('rejectSender', address));
    },
    onRcptTo({ address }, _session, respond) {
      respond(consumeRejection('reject', address));
    },
    onData(stream, session, respond) {
      receive(stream, session, respond).catch((error: Error) => respond(smtpError(451, error.message)));
    },
  });

  function consumeRejection(name: 'reject' | 'rejectSender', address: string): Error | null {
    const rejection = failures.consume(name, address);
    return rejection ? smtpError(rejection.code, rejection.message ?? defaultReason(rejection.code)) : null;
  }

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    respond: Respond,
  ): Promise<void> {
    const raw = await readAll(stream);
    if (stream.sizeExceeded) return respond(smtpError(552, 'Message too large'));
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const first = to[0] ?? '';
    if (failures.consume('hang', first)) return;
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
    const message = await store.add({ from, to }, raw);
    if (failures.consume('acceptThenDie', first)) {
      findSocket(server, session)?.destroy();
      return;
    }
    if (failures.delayMs > 0) await wait(failures.delayMs);
    respond(null, `OK: stored as ${message.id}`);
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
function findSocket(server: SMTPServer, session: SMTPServerSession): Socket | undefined {
  const connections = server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>;
  return [...connections].find((connection) => connection.session.id === session.id)?._socket;
}
