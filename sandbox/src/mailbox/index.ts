/**
 * Mailbox: an SMTP server that catches every email sent on this machine and shows it on a page and through a JSON API.
 * Nothing leaves the machine. `/api/controls` simulates the failures of a real mail server.
 */
import { createServer } from 'node:http';
import { listen } from '../serving/listen.ts';
import type { Emulator } from '../emulator.ts';
import { SmtpFailureControls } from './smtp-failures.ts';
import { createMailboxApp } from './http.ts';
import { MessageStore } from './message-store.ts';
import { createSmtpServer } from './smtp.ts';

export interface MailboxOptions {
  host: string;
  smtpPort: number;
  port: number;
  /** Folder for stored emails; null keeps them in memory. */
  dataDir: string | null;
}

export interface Mailbox extends Emulator {
  smtpUrl: string;
  smtpPort: number;
}

export async function startMailbox({ host, smtpPort, port, dataDir }: MailboxOptions): Promise<Mailbox> {
  const store = new MessageStore(dataDir);
  const failures = new SmtpFailureControls();
  const smtp = createSmtpServer(store, failures);
  const web = createServer(createMailboxApp(store, failures));
  const boundPort = await listen(web, { host, port, name: 'mailbox page', setting: 'MAILBOX_PORT' });
  const closeWeb = (): Promise<void> =>
    new Promise((resolve) => {
      web.close(() => resolve());
      web.closeAllConnections();
    });
  const boundSmtpPort = await listen(smtp.server, {
    host,
    port: smtpPort,
    name: 'mailbox SMTP server',
    setting: 'MAILBOX_SMTP_PORT',
  }).catch(async (error: unknown) => {
    await closeWeb();
    throw error;
  });
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    smtpUrl: `smtp://${host}:${boundSmtpPort}`,
    smtpPort: boundSmtpPort,
    async close() {
      await Promise.all([closeWeb(), new Promise<void>((resolve) => smtp.close(resolve))]);
    },
  };
}
