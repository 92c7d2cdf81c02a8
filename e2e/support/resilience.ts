import { test as base, expect } from '@playwright/test';
import { query } from './database.js';
import { restoreServices } from './services.js';

/** Each test finds every part up and without trouble, and leaves it so. */
export const test = base.extend<{ restored: void }>({
  restored: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed: nothing
    async ({}, use) => {
      await restoreServices();
      await use();
      await restoreServices();
    },
    { auto: true, timeout: 60_000 },
  ],
});

export { expect };

/** The welcome email as the product knows it. */
export interface EmailRow {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
}

/** The welcome email of an address, undefined as long as it is not even written. */
export async function findWelcomeEmail(email: string): Promise<EmailRow | undefined> {
  const [row] = await query<EmailRow>(
    `select id, status, attempts, last_error from emails where recipient = $1 and template = 'welcome'`,
    [email],
  );
  return row;
}

/** Waits until the welcome email is in this state. */
export async function waitForWelcomeEmail(
  email: string,
  status: string,
  withinMs = 20_000,
): Promise<EmailRow> {
  await expect
    .poll(async () => (await findWelcomeEmail(email))?.status, {
      message: `welcome of ${email}`,
      timeout: withinMs,
    })
    .toBe(status);
  return (await findWelcomeEmail(email))!;
}

/** How each attempt at an email ended, in their order. */
export async function deliveryAttempts(mailId: string): Promise<{ outcome: string; said: string | null }[]> {
  return query(
    `select outcome, coalesce(smtp_response, error) as said from email_attempts where email_id = $1 order by number`,
    [mailId],
  );
}
