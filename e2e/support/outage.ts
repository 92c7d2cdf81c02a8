import { test as base, expect } from '@playwright/test';
import { query } from './database.js';
import { mendEverything } from './parts.js';

/** Each test finds every part up and without trouble, and leaves it so. */
export const test = base.extend<{ restored: void }>({
  restored: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed: nothing
    async ({}, use) => {
      await mendEverything();
      await use();
      await mendEverything();
    },
    { auto: true, timeout: 60_000 },
  ],
});

export { expect };

/** The welcome email as the product knows it. */
export interface MailRow {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
}

/** The welcome email of an address, undefined as long as it is not even written. */
export async function welcomeOf(email: string): Promise<MailRow | undefined> {
  const [row] = await query<MailRow>(
    `select id, status, attempts, last_error from emails where recipient = $1 and template = 'welcome'`,
    [email],
  );
  return row;
}

/** Waits until the welcome email is in this state. */
export async function expectWelcome(email: string, status: string, withinMs = 20_000): Promise<MailRow> {
  await expect
    .poll(async () => (await welcomeOf(email))?.status, { message: `welcome of ${email}`, timeout: withinMs })
    .toBe(status);
  return (await welcomeOf(email))!;
}

/** How each attempt at an email ended, in their order. */
export async function attemptsOf(mailId: string): Promise<{ outcome: string; said: string | null }[]> {
  return query(
    `select outcome, coalesce(smtp_response, error) as said from email_attempts where email_id = $1 order by number`,
    [mailId],
  );
}
