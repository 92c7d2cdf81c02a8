import { injectMailFailures } from '../support/mailbox.js';
import { expect, test, findWelcomeEmail } from '../support/resilience.js';
import { start, stop } from '../support/services.js';
import { newUser } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { expectPaidCustomer, expectOneWelcomeEmail } from '../support/customers.js';

test('sends the email once an unavailable mail server is back @full', async () => {
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

test('does not block requests on a slow mail server @full', async () => {
  const buyers = Array.from({ length: 4 }, () => newUser());
  await injectMailFailures({ delayMs: 4_000 });
  for (const buyer of buyers) {
    await createCustomer(buyer);
    expect((await findWelcomeEmail(buyer.email))?.status).not.toBe('sent');
  }
  for (const buyer of buyers) await expectOneWelcomeEmail(buyer.email);
});
