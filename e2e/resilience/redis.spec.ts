import { Redis } from 'ioredis';
import { callFunction, send } from '../support/http.js';
import { countEmails } from '../support/mailbox.js';
import { expect, waitForWelcomeEmail, test } from '../support/resilience.js';
import { kill, start } from '../support/services.js';
import { newUser, getAccessToken } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/customers.js';

test('serves payments, sign-in and plan while Redis is down, and sends one email each once it is back', async () => {
  await kill('redis');
  const buyers = [newUser(), newUser()];
  for (const buyer of buyers) {
    await createCustomer(buyer);
    const token = await getAccessToken(buyer);
    const check = await callFunction('check-subscription', {}, { token });
    expect(check.body).toMatchObject({ subscription_tier: 'team', status: 'active' });
    expect(await countEmails(buyer.email)).toBe(0);
  }
  const ready = await send(`${testEnvironment.siteUrl}/api/health/ready`, { method: 'GET' });
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({ parts: { database: 'up', redis: 'down' } });
  await start('redis');
  for (const buyer of buyers) await expectPaidCustomer(buyer);
});

test('publishes events again after Redis was flushed and restarted @full', async () => {
  test.setTimeout(200_000);
  const token = await getAccessToken(testEnvironment.administrator);
  const controlQueue = (action: string) =>
    send(`${testEnvironment.siteUrl}/api/admin/v1/queues/email/${action}`, { token });
  expect((await controlQueue('pause')).status).toBe(200);
  const buyer = await createCustomer();
  await waitForWelcomeEmail(buyer.email, 'queued');
  const redis = new Redis(testEnvironment.redisUrl);
  await redis.flushall();
  // On a slow disk, Redis may not have written the flush to its file yet; the kill would bring the paused queue back.
  await expect.poll(() => redis.info('persistence')).toContain('aof_buffer_length:0\r\n');
  redis.disconnect();
  await kill('redis');
  await start('redis');
  // An event published between the flush and the kill is published again after a minute, or two if Redis was still starting.
  await expectPaidCustomer(buyer, { withinMs: 150_000 });
  // 503 while Redis responds slowly.
  await expect.poll(async () => (await controlQueue('resume')).status).toBe(200);
});
