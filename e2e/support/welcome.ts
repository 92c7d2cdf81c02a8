import { expect } from '@playwright/test';
import { allWorkDone, count } from './database.js';
import { emailsTo, waitForMail, type Mail } from './mailbox.js';
import type { Person } from './people.js';
import { tierOf } from './people.js';
import { chargesOf } from './sandbox.js';

/** Exactly one welcome email has arrived, and nothing is left that could bring another. */
export async function expectWelcomedOnce(email: string, withinMs = 20_000): Promise<Mail> {
  await waitForMail(email, 'Welcome to', { withinMs });
  await allWorkDone();
  const mails = await emailsTo(email, 'Welcome to');
  expect(mails).toHaveLength(1);
  return mails[0]!;
}

/** The whole of what was paid for: charged once, one account that can sign in and has its tier, one subscription, one email. */
export async function expectPaidCustomer(
  person: Person,
  { tier = 'team', cents = 4900, withinMs = 20_000 } = {},
): Promise<Mail> {
  await expect
    .poll(() => tierOf(person), { message: `tier of ${person.email}`, timeout: withinMs })
    .toBe(tier);
  const mail = await expectWelcomedOnce(person.email, withinMs);
  expect((await chargesOf(person.email)).map(({ amount }) => amount)).toEqual([cents]);
  const subscriptions = await count(
    `select count(*) from subscriptions where user_id in (select id from users where email_normalized = $1)`,
    [person.email],
  );
  expect(subscriptions).toBe(1);
  return mail;
}
