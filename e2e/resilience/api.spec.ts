import { expect, test } from '../support/outage.js';
import { kill, start } from '../support/parts.js';
import { aPerson } from '../support/people.js';
import { charge, openCheckout, pay, prepare, processPayment } from '../support/purchase.js';
import { troublePayments } from '../support/sandbox.js';
import { expectPaidCustomer } from '../support/welcome.js';

test('API dies right after the charge and no one asks again: the plan comes by itself', async () => {
  const buyer = aPerson();
  const intent = await openCheckout();
  expect((await prepare(intent, buyer)).status).toBe(200);
  await kill('api');
  expect(await charge(intent, buyer)).toBe('succeeded');
  await start('api');
  await expectPaidCustomer(buyer);
});

test('API dies while it makes the account, and the page asks again: one account, one plan, one email', async () => {
  await troublePayments('webhook-faults', { kind: 'delay', ms: 5_000, count: 5 });
  const { person, intent } = await pay();
  await troublePayments('api-faults', {
    kind: 'slow',
    ms: 3_000,
    count: 1,
    method: 'GET',
    path: 'payment_intents',
  });
  const asked = processPayment(intent, person).catch(() => 'no answer');
  await kill('api');
  expect(await asked).toBe('no answer');
  await start('api');
  expect((await processPayment(intent, person)).status).toBe(200);
  await expectPaidCustomer(person);
});
