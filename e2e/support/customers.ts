import { expect } from '@playwright/test';
import { waitForOutboxToDrain, count } from './database.js';
import { emailsTo, waitForEmail, type Email } from './mailbox.js';
import type { TestUser } from './users.js';
import { getTier } from './users.js';
import { listCharges } from './sandbox.js';

/** Expects exactly one welcome email, with no pending event that could send another. */
export async function expectOneWelcomeEmail(email: string, withinMs = 60_000): Promise<Email> {
  await waitForEmail(email, 'Welcome to', { withinMs });
  await waitForOutboxToDrain(withinMs);
  const emails = await emailsTo(email, 'Welcome to');
  expect(emails).toHaveLength(1);
  return emails[0]!;
}

/** Expects a complete purchase: one charge, one user who can sign in and has the tier, one subscription, one welcome email. */
export async function expectPaidCustomer(
  user: TestUser,
  { tier = 'team', cents = 4900, withinMs = 60_000 } = {},
): Promise<Email> {
  await expect
    .poll(() => getTier(user), { message: `tier of ${user.email}`, timeout: withinMs, intervals: [100, 250] })
    .toBe(tier);
  const welcomeEmail = await expectOneWelcomeEmail(user.email, withinMs);
  expect((await listCharges(user.email)).map(({ amount }) => amount)).toEqual([cents]);
  const subscriptions = await count(
    `select count(*) from subscriptions where user_id in (select id from users where email_normalized = $1)`,
    [user.email],
  );
  expect(subscriptions).toBe(1);
  return welcomeEmail;
}
