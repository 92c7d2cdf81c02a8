import { query } from '../support/database.js';
import { send } from '../support/http.js';
import { expect, test } from '../support/resilience.js';
import { kill, start } from '../support/services.js';
import { createCustomer } from '../support/purchase.js';
import { listCharges, listSubscriptionStatuses } from '../support/sandbox.js';
import { serviceKey } from '../support/service-key.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/customers.js';

test("cancels a deleted customer's subscription once the provider is back, even if a worker dies @full", async () => {
  const buyer = await createCustomer();
  await expectPaidCustomer(buyer);
  await expect.poll(() => listSubscriptionStatuses(buyer.email)).toEqual(['active']);
  const [account] = await query<{ id: string }>('select id from users where email = $1', [buyer.email]);

  await kill('emulators');
  const deleted = await send(`${testEnvironment.siteUrl}/api/auth/v1/admin/users/${account!.id}`, {
    method: 'DELETE',
    token: serviceKey(),
  });
  expect(deleted.status).toBe(200);
  const attempts = async () =>
    (
      await query<{ attempts: number }>(
        `select attempts from outbox_events where topic = 'subscription_cancellation.due' and payload ->> 'userId' = $1`,
        [account!.id],
      )
    )[0]?.attempts ?? 0;
  await expect.poll(attempts, { message: 'failed attempts' }).toBeGreaterThan(0);
  await kill('worker');
  await start('emulators');
  expect(await listSubscriptionStatuses(buyer.email)).toEqual(['active']);
  await start('worker');

  await expect.poll(() => listSubscriptionStatuses(buyer.email), { timeout: 60_000 }).toEqual(['canceled']);
  await expect
    .poll(() => query('select status from subscription_cancellations where user_id = $1', [account!.id]))
    .toEqual([{ status: 'ended' }]);
  expect((await listCharges(buyer.email)).map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
});
