import { waitForOutboxToDrain, count } from '../support/database.js';
import { callAuth, callFunction, send, type JsonResponse } from '../support/http.js';
import { expect, test } from '../support/resilience.js';
import { kill, services, start } from '../support/services.js';
import { newUser, getAccessToken, type TestUser } from '../support/users.js';
import {
  chargeCard,
  createCustomer,
  openCheckout,
  prepareCheckout,
  processPayment,
  TEAM,
  type CheckoutIntent,
} from '../support/purchase.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/customers.js';

test('returns 503 without hanging while PostgreSQL is down, and recovers without a restart', async () => {
  const owner = await createCustomer();
  const token = await getAccessToken(owner);
  const before = await services();
  await kill('postgres');
  const responses = await Promise.all([
    callFunction('create-payment-intent', TEAM),
    callFunction('check-subscription', {}, { token }),
    callAuth('token?grant_type=password', owner),
    callAuth('signup', { ...newUser() }),
    send(`${testEnvironment.siteUrl}/api/admin/v1/me`, { method: 'GET', token }),
    send(`${testEnvironment.siteUrl}/api/health/ready`, { method: 'GET' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  for (const { body } of responses.slice(0, 2)) expect(body).toMatchObject({ code: 'service_unavailable' });
  expect((await send(`${testEnvironment.siteUrl}/api/health/live`, { method: 'GET' })).status).toBe(200);
  expect((await send(`${testEnvironment.siteUrl}/pricing`, { method: 'GET' })).status).toBe(200);

  await start('postgres');
  await expect
    .poll(async () => (await send(`${testEnvironment.siteUrl}/api/health/ready`, { method: 'GET' })).status)
    .toBe(200);
  await expectPaidCustomer(await createCustomer());
  const after = await services();
  expect([after['api'], after['worker']]).toEqual([before['api'], before['worker']]);
});

test('provisions the plan when PostgreSQL dies between charge and provisioning @full', async () => {
  const buyer = newUser();
  const intent = await openCheckout();
  expect((await prepareCheckout(intent, buyer)).status).toBe(200);
  await kill('postgres');
  expect(await chargeCard(intent, buyer)).toBe('succeeded');
  expect((await processPayment(intent, buyer)).status).toBe(503);
  await start('postgres');
  await expectPaidCustomer(buyer);
});

test('provisions payments all or nothing when PostgreSQL is killed, and completes them on retry @full', async () => {
  const buyers = Array.from({ length: 6 }, () => newUser());
  const paid: { buyer: TestUser; intent: CheckoutIntent }[] = [];
  for (const buyer of buyers) {
    const intent = await openCheckout();
    expect((await prepareCheckout(intent, buyer)).status).toBe(200);
    expect(await chargeCard(intent, buyer)).toBe('succeeded');
    paid.push({ buyer, intent });
  }
  const attempts = Promise.all(paid.map(({ buyer, intent }) => processPayment(intent, buyer)));
  await kill('postgres');
  const responses: JsonResponse[] = await attempts;
  for (const { status } of responses) expect([200, 503]).toContain(status);
  await start('postgres');
  const incomplete = `select count(*) from users a where email = any($1) and not exists (select from subscriptions where user_id = a.id)`;
  expect(await count(incomplete, [buyers.map(({ email }) => email)])).toBe(0);
  for (const { buyer, intent } of paid) {
    await expect.poll(async () => (await processPayment(intent, buyer)).status).toBe(200);
    await expectPaidCustomer(buyer);
  }
  await waitForOutboxToDrain();
});
