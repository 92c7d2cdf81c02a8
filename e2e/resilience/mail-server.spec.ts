import { waitForOutboxToDrain } from '../support/database.js';
import { countEmails, injectMailFailures } from '../support/mailbox.js';
import {
  deliveryAttempts,
  expect,
  waitForWelcomeEmail,
  test,
  findWelcomeEmail,
} from '../support/resilience.js';
import { start, stop } from '../support/services.js';
import { newUser } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { expectPaidCustomer, expectOneWelcomeEmail } from '../support/customers.js';

test('marks the email as failed and stores the response after a permanent rejection @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ reject: { code: 550, message: 'No such user', to: buyer.email } });
  await createCustomer(buyer);
  const email = await waitForWelcomeEmail(buyer.email, 'failed');
  expect(email).toMatchObject({ attempts: 1, last_error: expect.stringContaining('No such user') });
  expect(await deliveryAttempts(email.id)).toEqual([
    { outcome: 'rejected', response: expect.stringContaining('550') },
  ]);
  await waitForOutboxToDrain();
  expect(await countEmails(buyer.email)).toBe(0);
});

test('sends the email on the next attempt after a temporary rejection @full', async () => {
  const buyer = newUser();
  await injectMailFailures({ reject: { code: 451, message: 'Greylisted', to: buyer.email, count: 1 } });
  await createCustomer(buyer);
  await expectPaidCustomer(buyer);
  const { id } = (await findWelcomeEmail(buyer.email))!;
  expect(await deliveryAttempts(id)).toEqual([
    { outcome: 'deferred', response: expect.stringContaining('Greylisted') },
    { outcome: 'sent', response: expect.stringContaining('250') },
  ]);
});

test('sends the email once an unavailable mail server is back', async () => {
  const buyer = newUser();
  await stop('worker');
  await createCustomer(buyer);
  await stop('emulators');
  await start('worker');
  await expect
    .poll(async () => (await findWelcomeEmail(buyer.email))?.last_error ?? '')
    .toContain('ECONNREFUSED');
  await start('emulators');
  await expectPaidCustomer(buyer, { withinMs: 45_000 });
});

test('does not block requests on a slow mail server', async () => {
  const buyers = Array.from({ length: 4 }, () => newUser());
  await injectMailFailures({ delayMs: 4_000 });
  for (const buyer of buyers) {
    await createCustomer(buyer);
    expect((await findWelcomeEmail(buyer.email))?.status).not.toBe('sent');
  }
  for (const buyer of buyers) await expectOneWelcomeEmail(buyer.email);
});
