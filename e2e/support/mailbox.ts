import { expect } from '@playwright/test';
import { send } from './http.js';
import { testEnvironment } from './test-environment.js';

export interface Email {
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
export interface MailServerFaults {
  reject?: { code: number; message?: string; to?: string; count?: number };
  delayMs?: number;
  hang?: { to?: string; count?: number };
  acceptThenDie?: { to?: string; count?: number };
}

/** Every email that arrived for an address, newest first; equal ones are not merged. */
export async function emailsTo(address: string, subject?: string): Promise<Email[]> {
  const query = new URLSearchParams({ to: address, ...(subject ? { subject } : {}) });
  const list = await mailbox<{ messages: { id: string }[] }>(`messages?${query.toString()}`);
  return Promise.all(list.messages.map(({ id }) => mailbox<Email>(`messages/${id}`)));
}

/** How many emails arrived for an address. */
export async function countEmails(address: string, subject?: string): Promise<number> {
  const query = new URLSearchParams({ to: address, ...(subject ? { subject } : {}) });
  return (await mailbox<{ total: number }>(`messages?${query.toString()}`)).total;
}

/** The newest email for an address whose subject contains this, as soon as there are `count` of them. */
export async function waitForEmail(
  address: string,
  subject: string,
  { count = 1, withinMs = 20_000 } = {},
): Promise<Email> {
  await expect
    .poll(() => countEmails(address, subject), {
      message: `mails "${subject}" for ${address}`,
      timeout: withinMs,
    })
    .toBeGreaterThanOrEqual(count);
  const [newest] = await emailsTo(address, subject);
  return newest!;
}

/** The one link of an email that leads to this path. */
export function linkIn(mail: Email, path: string): string {
  const links = mail.links.filter((link) => new URL(link).pathname === path);
  if (links.length !== 1) throw new Error(`${links.length} links to ${path} in "${mail.subject}"`);
  return links[0]!;
}

export async function injectMailFaults(trouble: MailServerFaults): Promise<void> {
  const response = await send(`${testEnvironment.mailboxUrl}/api/controls`, { body: trouble });
  if (response.status !== 200) throw new Error(`mailbox controls: ${JSON.stringify(response.body)}`);
}

export async function clearMailFaults(): Promise<void> {
  await send(`${testEnvironment.mailboxUrl}/api/controls`, { method: 'DELETE' });
}

async function mailbox<T>(path: string): Promise<T> {
  const response = await send(`${testEnvironment.mailboxUrl}/api/${path}`, { method: 'GET' });
  if (response.status !== 200) throw new Error(`mailbox ${path}: ${response.status}`);
  return response.body as T;
}
