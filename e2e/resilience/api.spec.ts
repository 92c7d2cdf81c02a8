import { expect, test } from '../support/resilience.js';
import { kill, start } from '../support/services.js';
import { newUser } from '../support/users.js';
import { chargeCard, openCheckout, pay, prepareCheckout, processPayment } from '../support/purchase.js';
import { injectPaymentFailures } from '../support/sandbox.js';
import { expectPaidCustomer } from '../support/customers.js';

test('provisions the plan from the webhook when the API crashes after the charge', async () => {
  const buyer = newUser();
  const intent = await openCheckout();
  expect((await prepareCheckout(intent, buyer)).status).toBe(200);
  await kill('api');
  expect(await chargeCard(intent, buyer)).toBe('succeeded');
  await start('api');
  await expectPaidCustomer(buyer);
});

test('creates one account, plan and email when the API crashes during provisioning and the page retries @full', async () => {
  await injectPaymentFailures('webhook-failures', { kind: 'delay', ms: 5_000, count: 5 });
  const { user, intent } = await pay();
  await injectPaymentFailures('api-failures', {
    kind: 'slow',
    ms: 3_000,
    count: 1,
    method: 'GET',
    path: 'payment_intents',
  });
  const response = processPayment(intent, user).catch(() => 'connection lost');
  await kill('api');
  expect(await response).toBe('connection lost');
  await start('api');
  expect((await processPayment(intent, user)).status).toBe(200);
  await expectPaidCustomer(user);
});
