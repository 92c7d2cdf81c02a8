import { Redis } from 'ioredis';
import { callFunction, send } from '../support/http.js';
import { countMails } from '../support/mailbox.js';
import { expect, expectWelcome, test } from '../support/outage.js';
import { kill, start } from '../support/parts.js';
import { aPerson, tierOf, tokenOf } from '../support/people.js';
import { customer } from '../support/purchase.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/welcome.js';

test('Redis is gone during a payment: the customer is served, and his email comes once when Redis is back', async () => {
  await kill('redis');
  const buyers = [aPerson(), aPerson()];
  for (const buyer of buyers) {
    await customer(buyer);
    expect(await tierOf(buyer)).toBe('team');
    expect(await countMails(buyer.email)).toBe(0);
  }
  await start('redis');
  for (const buyer of buyers) await expectPaidCustomer(buyer);
});

test('Redis comes back empty: what it carried is carried again', async () => {
  const token = await tokenOf(testEnvironment.administrator);
  const queue = (act: string) =>
    send(`${testEnvironment.siteUrl}/api/admin/v1/queues/email/${act}`, { token });
  expect((await queue('pause')).status).toBe(200);
  const buyer = await customer();
  await expectWelcome(buyer.email, 'queued');
  const redis = new Redis(testEnvironment.redisUrl);
  await redis.flushall();
  redis.disconnect();
  await kill('redis');
  await start('redis');
  await expectPaidCustomer(buyer);
  expect((await queue('resume')).status).toBe(200);
});

test('Redis loses its scripts, as a failover does: customers are welcomed as before', async () => {
  await expectPaidCustomer(await customer());
  const redis = new Redis(testEnvironment.redisUrl);
  await redis.script('FLUSH');
  redis.disconnect();
  await expectPaidCustomer(await customer());
});

test('Redis is gone and no one waits for it: sign-in, plan and price are answered', async () => {
  const buyer = await customer();
  await kill('redis');
  const token = await tokenOf(buyer);
  const check = await callFunction('check-subscription', {}, { token });
  expect(check.body).toMatchObject({ subscription_tier: 'team', status: 'active' });
  const ready = await send(`${testEnvironment.siteUrl}/api/health/ready`, { method: 'GET' });
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({ parts: { database: 'up', redis: 'down' } });
});
