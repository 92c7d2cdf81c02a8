import { expect } from '@playwright/test';
import { waitForOutboxToDrain, count } from './database.js';
import { emailsTo, waitForEmail, type Email } from './mailbox.js';
import type { TestUser } from './users.js';
import { tierOf } from './users.js';
import { chargesOf } from './sandbox.js';

/** Exactly one welcome email has arrived, and nothing is left that could bring another. */
export async function expectOneWelcomeEmail(email: string, withinMs = 20_000): Promise<Email> {
  await waitForEmail(email, 'Welcome to', { withinMs });
  await waitForOutboxToDrain();
  const mails = await emailsTo(email, 'Welcome to');
  expect(mails).toHaveLength(1);
  return mails[0]!;
}

/** The whole of what was paid for: charged once, one account that can sign in and has its tier, one subscription, one email. */
export async function expectPaidCustomer(
  user: TestUser,
  { tier = 'team', cents = 4900, withinMs = 20_000 } = {},
): Promise<Email> {
  await expect.poll(() => tierOf(user), { message: `tier of ${user.email}`, timeout: withinMs }).toBe(tier);
  const mail = await expectOneWelcomeEmail(user.email, withinMs);
  expect((await chargesOf(user.email)).map(({ amount }) => amount)).toEqual([cents]);
  const subscriptions = await count(
    `select count(*) from subscriptions where user_id in (select id from users where email_normalized = $1)`,
    [user.email],
  );
  expect(subscriptions).toBe(1);
  return mail;
}
