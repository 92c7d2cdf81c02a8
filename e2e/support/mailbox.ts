import { expect } from '@playwright/test';
import { send } from './http.js';
import { testEnvironment } from './test-environment.js';

export interface Mail {
  id: string;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  links: string[];
  receivedAt: string;
}

/** What the mail server does wrong, until it is told to stop. `to` limits a trouble to one recipient. */
export interface MailTrouble {
  reject?: { code: number; message?: string; to?: string; count?: number };
  delayMs?: number;
  hang?: { to?: string; count?: number };
  acceptThenDie?: { to?: string; count?: number };
}

/** Every email that arrived for an address, newest first; equal ones are not merged. */
export async function emailsTo(address: string, subject?: string): Promise<Mail[]> {
  const query = new URLSearchParams({ to: address, ...(subject ? { subject } : {}) });
  const list = await mailbox<{ messages: { id: string }[] }>(`messages?${query.toString()}`);
  return Promise.all(list.messages.map(({ id }) => mailbox<Mail>(`messages/${id}`)));
}

/** How many emails arrived for an address. */
export async function countMails(address: string, subject?: string): Promise<number> {
  const query = new URLSearchParams({ to: address, ...(subject ? { subject } : {}) });
  return (await mailbox<{ total: number }>(`messages?${query.toString()}`)).total;
}

/** The newest email for an address whose subject contains this, as soon as there are `count` of them. */
export async function waitForMail(
  address: string,
  subject: string,
  { count = 1, withinMs = 20_000 } = {},
): Promise<Mail> {
  await expect
    .poll(() => countMails(address, subject), {
      message: `mails "${subject}" for ${address}`,
      timeout: withinMs,
    })
    .toBeGreaterThanOrEqual(count);
  const [newest] = await emailsTo(address, subject);
  return newest!;
}

/** The one link of an email that leads to this path. */
export function linkIn(mail: Mail, path: string): string {
  const links = mail.links.filter((link) => new URL(link).pathname === path);
  if (links.length !== 1) throw new Error(`${links.length} links to ${path} in "${mail.subject}"`);
  return links[0]!;
}

export async function troubleMail(trouble: MailTrouble): Promise<void> {
  const answer = await send(`${testEnvironment.mailboxUrl}/api/controls`, { body: trouble });
  if (answer.status !== 200) throw new Error(`mailbox controls: ${JSON.stringify(answer.body)}`);
}

export async function mendMail(): Promise<void> {
  await send(`${testEnvironment.mailboxUrl}/api/controls`, { method: 'DELETE' });
}

async function mailbox<T>(path: string): Promise<T> {
  const answer = await send(`${testEnvironment.mailboxUrl}/api/${path}`, { method: 'GET' });
  if (answer.status !== 200) throw new Error(`mailbox ${path}: ${answer.status}`);
  return answer.body as T;
}
