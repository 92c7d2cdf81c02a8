import {
  countEmails,
  emailsTo,
  clearMailFailures,
  injectMailFailures,
  waitForEmail,
} from '../support/mailbox.js';
import { deliveryAttempts, expect, waitForWelcomeEmail, test } from '../support/resilience.js';
import { kill, start, stop } from '../support/services.js';
import { newUser, getTier } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { expectPaidCustomer, expectOneWelcomeEmail } from '../support/customers.js';

test('loses nothing without a worker and sends each welcome email once when one starts @full', async () => {
  await stop('worker');
  const buyers = [newUser(), newUser(), newUser()];
  for (const buyer of buyers) {
    await createCustomer(buyer);
    expect(await getTier(buyer)).toBe('team');
    expect(await countEmails(buyer.email)).toBe(0);
  }
  await start('worker');
  for (const buyer of buyers) await expectPaidCustomer(buyer);
});

test('another worker sends the email when the first one dies while sending', async () => {
  const buyer = newUser();
  await injectMailFailures({ hang: { to: buyer.email, count: 1 } });
  await createCustomer(buyer);
  const { id } = await waitForWelcomeEmail(buyer.email, 'sending');
  await start('worker-2');
  await kill('worker');
  await waitForWelcomeEmail(buyer.email, 'sent', 60_000);
  await expectOneWelcomeEmail(buyer.email);
  expect((await deliveryAttempts(id)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
});

test('sends a second copy with the same Message-ID when the worker dies before recording an accepted email @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ delayMs: 60_000 });
  await createCustomer(buyer);
  await waitForEmail(buyer.email, 'Welcome to');
  await waitForWelcomeEmail(buyer.email, 'sending');
  await clearMailFailures();
  await start('worker-2');
  await kill('worker');
  await waitForWelcomeEmail(buyer.email, 'sent', 15_000);
  const copies = await emailsTo(buyer.email);
  expect(copies).toHaveLength(2);
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
});
