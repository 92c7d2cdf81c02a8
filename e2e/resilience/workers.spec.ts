import {
  countEmails,
  emailsTo,
  clearMailFailures,
  injectMailFailures,
  waitForEmail,
} from '../support/mailbox.js';
import { deliveryAttempts, expect, waitForWelcomeEmail, test } from '../support/resilience.js';
import { kill, start, stop } from '../support/services.js';
import { newUser, tierOf } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { expectPaidCustomer, expectOneWelcomeEmail } from '../support/customers.js';

test('loses nothing without a worker and sends each welcome email once when one starts', async () => {
  await stop('worker');
  const buyers = [newUser(), newUser(), newUser()];
  for (const buyer of buyers) {
    await createCustomer(buyer);
    expect(await tierOf(buyer)).toBe('team');
    expect(await countEmails(buyer.email)).toBe(0);
  }
  await start('worker');
  for (const buyer of buyers) await expectPaidCustomer(buyer);
});

test('another worker sends the email within ten seconds when the first one dies while sending @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ hang: { to: buyer.email, count: 1 } });
  await createCustomer(buyer);
  const { id } = await waitForWelcomeEmail(buyer.email, 'sending');
  await start('worker-2');
  await kill('worker');
  await waitForEmail(buyer.email, 'Welcome to', { withinMs: 10_000 });
  await waitForWelcomeEmail(buyer.email, 'sent');
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
  await waitForWelcomeEmail(buyer.email, 'sent', 10_000);
  const copies = await emailsTo(buyer.email);
  expect(copies).toHaveLength(2);
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
});

test('sends exactly one more copy with the same Message-ID when the connection breaks after acceptance @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ acceptThenDie: { to: buyer.email, count: 1 } });
  await createCustomer(buyer);
  const { id } = await waitForWelcomeEmail(buyer.email, 'sent');
  expect((await deliveryAttempts(id)).map(({ outcome }) => outcome)).toEqual(['deferred', 'sent']);
  const copies = await emailsTo(buyer.email);
  expect(copies).toHaveLength(2);
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
});

test('finishes the current email on SIGTERM and sends it once @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ delayMs: 2_000 });
  await createCustomer(buyer);
  await waitForEmail(buyer.email, 'Welcome to');
  await stop('worker');
  const { attempts } = await waitForWelcomeEmail(buyer.email, 'sent');
  expect(attempts).toBe(1);
  await start('worker');
  await expectOneWelcomeEmail(buyer.email);
});

test('returns an unfinished email on SIGTERM, and another worker sends it immediately @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ hang: { to: buyer.email, count: 1 } });
  await createCustomer(buyer);
  const { id } = await waitForWelcomeEmail(buyer.email, 'sending');
  // In parallel: a slow start of the second worker must not last until the hanging SMTP connection times out.
  await Promise.all([stop('worker'), start('worker-2')]);
  await waitForEmail(buyer.email, 'Welcome to', { withinMs: 10_000 });
  await expectOneWelcomeEmail(buyer.email);
  expect((await deliveryAttempts(id)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
});
