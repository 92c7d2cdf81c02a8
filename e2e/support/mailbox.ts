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

/** Failures of the mail server, until they are cleared. `to` limits a failure to one recipient. */
export interface MailServerFailures {
  reject?: { code: number; message?: string; to?: string; count?: number };
  delayMs?: number;
  hang?: { to?: string; count?: number };
  acceptThenDie?: { to?: string; count?: number };
}

/** All emails received for an address, newest first, including duplicates. */
export async function emailsTo(address: string, subject?: string): Promise<Email[]> {
  const query = new URLSearchParams({ to: address, ...(subject ? { subject } : {}) });
  const list = await mailbox<{ messages: { id: string }[] }>(`messages?${query.toString()}`);
  return Promise.all(list.messages.map(({ id }) => mailbox<Email>(`messages/${id}`)));
}

/** Number of emails received for an address. */
export async function countEmails(address: string, subject?: string): Promise<number> {
  const query = new URLSearchParams({ to: address, ...(subject ? { subject } : {}) });
  return (await mailbox<{ total: number }>(`messages?${query.toString()}`)).total;
}

/** Waits for `count` emails whose subject contains `subject` and returns the newest. */
export async function waitForEmail(
  address: string,
  subject: string,
  { count = 1, withinMs = 60_000 } = {},
): Promise<Email> {
  await expect
    .poll(() => countEmails(address, subject), {
      message: `emails "${subject}" for ${address}`,
      timeout: withinMs,
      intervals: [100],
    })
    .toBeGreaterThanOrEqual(count);
  const [newest] = await emailsTo(address, subject);
  return newest!;
}

/** The only link in an email to this path. Throws if there is none or more than one. */
export function linkIn(email: Email, path: string): string {
  const links = email.links.filter((link) => new URL(link).pathname === path);
  if (links.length !== 1) throw new Error(`${links.length} links to ${path} in "${email.subject}"`);
  return links[0]!;
}

export async function injectMailFailures(failures: MailServerFailures): Promise<void> {
  const response = await send(`${testEnvironment.mailboxUrl}/api/controls`, { body: failures });
  if (response.status !== 200) throw new Error(`mailbox controls: ${JSON.stringify(response.body)}`);
}

export async function clearMailFailures(): Promise<void> {
  await send(`${testEnvironment.mailboxUrl}/api/controls`, { method: 'DELETE' });
}

async function mailbox<T>(path: string): Promise<T> {
  const response = await send(`${testEnvironment.mailboxUrl}/api/${path}`, { method: 'GET' });
  if (response.status !== 200) throw new Error(`mailbox ${path}: ${response.status}`);
  return response.body as T;
}
