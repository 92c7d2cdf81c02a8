import { test as base, expect } from '@playwright/test';
import { query } from './database.js';
import { restoreServices } from './services.js';

/** Restores all services before each test. */
export const test = base.extend<{ restored: void }>({
  restored: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern
    async ({}, use) => {
      await restoreServices();
      await use();
    },
    { auto: true, timeout: 60_000 },
  ],
});

export { expect };

/** A row of `emails`. */
export interface EmailRow {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
}

/** The welcome email for an address, or `undefined` before its row exists. */
export async function findWelcomeEmail(email: string): Promise<EmailRow | undefined> {
  const [row] = await query<EmailRow>(
    `select id, status, attempts, last_error from emails where recipient = $1 and template = 'welcome'`,
    [email],
  );
  return row;
}

/** Waits until the welcome email has this status. */
export async function waitForWelcomeEmail(
  email: string,
  status: string,
  withinMs = 60_000,
): Promise<EmailRow> {
  await expect
    .poll(async () => (await findWelcomeEmail(email))?.status, {
      message: `welcome email for ${email}`,
      timeout: withinMs,
      intervals: [100],
    })
    .toBe(status);
  return (await findWelcomeEmail(email))!;
}

/** Outcome of each delivery attempt, in order. */
export async function deliveryAttempts(
  emailId: string,
): Promise<{ outcome: string; response: string | null }[]> {
  return query(
    `select outcome, coalesce(smtp_response, error) as response from email_attempts where email_id = $1 order by number`,
    [emailId],
  );
}
