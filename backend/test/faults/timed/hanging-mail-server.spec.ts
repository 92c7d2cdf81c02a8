import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { EmailDeferredError, Mailer } from '../../../src/platform/email/mailer.js';
import { EmailModule } from '../../../src/platform/email/email.module.js';
import { testSettings } from '../../support/test-settings.js';

const CLOSED_WITHIN_MS = 20_000;
/** Server replies to each command, in the order of a session. */
const REPLIES = {
  greeting: '220 mail.example.com ready',
  EHLO: '250 mail.example.com',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 End data with <CR><LF>.<CR><LF>',
  '.': '250 OK',
};
type Phase = keyof typeof REPLIES;
const PHASES = Object.keys(REPLIES) as Phase[];

/** Stops responding in this phase, without closing the connection. */
async function startHangingMailServer(silentFrom: Phase) {
  let closed: (afterMs: number) => void;
  const connectionClosed = new Promise<number>((resolve) => (closed = resolve));
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const openedAt = performance.now();
    let silent = silentFrom === 'greeting';
    if (!silent) socket.write(`${REPLIES.greeting}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n')) {
        const phase = PHASES.find((name) => (name === '.' ? line === '.' : line.startsWith(name)));
        silent ||= phase === silentFrom;
        if (phase && !silent) socket.write(`${REPLIES[phase]}\r\n`);
      }
    });
    socket.once('end', () => closed(performance.now() - openedAt));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connectionClosed, close: () => server.close() };
}

describe('a mail server that stops responding', () => {
  it.concurrent.each(PHASES)(
    'at %s defers the email, and its connection is closed within 20 seconds',
    async (phase) => {
      const server = await startHangingMailServer(phase);
      const settings = testSettings({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
      const context = await NestFactory.createApplicationContext(
        { module: class {}, imports: [ConfigModule.forRoot(settings), EmailModule] },
        { logger: false },
      );
      const sending = context
        .get(Mailer)
        .send({ messageId: '<1@example.com>', to: 'ada@example.com', subject: 'Hi', html: 'Hi', text: 'Hi' });

      await expect(sending).rejects.toThrow(EmailDeferredError);
      const closedAfterMs = Math.round(await server.connectionClosed);
      process.stderr.write(`${phase}: closed after ${closedAfterMs} ms (limit: ${CLOSED_WITHIN_MS})\n`);
      expect(closedAfterMs).toBeLessThan(CLOSED_WITHIN_MS);
      await context.close();
      server.close();
    },
    60_000,
  );
});
