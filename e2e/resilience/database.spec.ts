import { allWorkDone, count } from '../support/database.js';
import { callAuth, callFunction, send, type Answer } from '../support/http.js';
import { expect, test } from '../support/outage.js';
import { kill, parts, start } from '../support/parts.js';
import { aPerson, tokenOf, type Person } from '../support/people.js';
import {
  charge,
  customer,
  openCheckout,
  prepare,
  processPayment,
  TEAM,
  type OpenIntent,
} from '../support/purchase.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/welcome.js';

test('PostgreSQL is away: every request is told to come back, none hangs, and the service recovers by itself', async () => {
  const owner = await customer();
  const token = await tokenOf(owner);
  const before = await parts();
  await kill('postgres');
  const answers = await Promise.all([
    callFunction('create-payment-intent', TEAM),
    callFunction('check-subscription', {}, { token }),
    callAuth('token?grant_type=password', owner),
    callAuth('signup', { ...aPerson() }),
    send(`${testEnvironment.siteUrl}/api/admin/v1/me`, { method: 'GET', token }),
    send(`${testEnvironment.siteUrl}/api/health/ready`, { method: 'GET' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  for (const { body } of answers.slice(0, 2)) expect(body).toMatchObject({ code: 'service_unavailable' });
  expect((await send(`${testEnvironment.siteUrl}/api/health/live`, { method: 'GET' })).status).toBe(200);
  expect((await send(`${testEnvironment.siteUrl}/pricing`, { method: 'GET' })).status).toBe(200);

  await start('postgres');
  await expect
    .poll(async () => (await send(`${testEnvironment.siteUrl}/api/health/ready`, { method: 'GET' })).status)
    .toBe(200);
  await expectPaidCustomer(await customer());
  const after = await parts();
  expect([after['api'], after['worker']]).toEqual([before['api'], before['worker']]);
});

test('PostgreSQL dies between charge and account: nothing half-done stays, and the plan comes by itself', async () => {
  const buyer = aPerson();
  const intent = await openCheckout();
  expect((await prepare(intent, buyer)).status).toBe(200);
  await kill('postgres');
  expect(await charge(intent, buyer)).toBe('succeeded');
  expect((await processPayment(intent, buyer)).status).toBe(503);
  await start('postgres');
  await expectPaidCustomer(buyer);
});

test('PostgreSQL is killed while six people pay: each is a whole customer or none, and a second try makes all whole', async () => {
  const buyers = Array.from({ length: 6 }, () => aPerson());
  const paid: { buyer: Person; intent: OpenIntent }[] = [];
  for (const buyer of buyers) {
    const intent = await openCheckout();
    expect((await prepare(intent, buyer)).status).toBe(200);
    expect(await charge(intent, buyer)).toBe('succeeded');
    paid.push({ buyer, intent });
  }
  const trying = Promise.all(paid.map(({ buyer, intent }) => processPayment(intent, buyer)));
  await kill('postgres');
  const first: Answer[] = await trying;
  for (const { status } of first) expect([200, 503]).toContain(status);
  await start('postgres');
  const half = `select count(*) from users a where email = any($1) and not exists (select from subscriptions where user_id = a.id)`;
  expect(await count(half, [buyers.map(({ email }) => email)])).toBe(0);
  for (const { buyer, intent } of paid) {
    await expect.poll(async () => (await processPayment(intent, buyer)).status).toBe(200);
    await expectPaidCustomer(buyer);
  }
  await allWorkDone();
});
