/**
 * Mailbox: takes every email sent on this machine, keeps it, and shows it on a page and by a JSON API.
 * Nothing leaves the machine. It gives the troubles of a real mail server when told to (`/api/controls`).
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
  /** Folder the emails are kept in; null keeps them in memory. */
  dataDir: string | null;
}

export interface Mailbox extends Emulator {
  smtpUrl: string;
  smtpPort: number;
}

export async function startMailbox({ host, smtpPort, port, dataDir }: MailboxOptions): Promise<Mailbox> {
  const store = new MessageStore(dataDir);
  const faults = new SmtpFailureControls();
  const smtp = createSmtpServer(store, faults);
  const web = createServer(createMailboxApp(store, faults));
  const webPort = await listen(web, { host, port, name: 'mailbox page', setting: 'MAILBOX_PORT' });
  const closeWeb = (): Promise<void> =>
    new Promise((resolve) => {
      web.close(() => resolve());
      web.closeAllConnections();
    });
  const mailPort = await listen(smtp.server, {
    host,
    port: smtpPort,
    name: 'mailbox',
    setting: 'MAILBOX_SMTP_PORT',
  }).catch(async (error: unknown) => {
    await closeWeb();
    throw error;
  });
  return {
    url: `http://${host}:${webPort}`,
    port: webPort,
    smtpUrl: `smtp://${host}:${mailPort}`,
    smtpPort: mailPort,
    async close() {
      await Promise.all([closeWeb(), new Promise<void>((resolve) => smtp.close(resolve))]);
    },
  };
}
