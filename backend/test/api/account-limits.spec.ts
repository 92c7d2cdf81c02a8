import { randomUUID } from 'node:crypto';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useShared } from '../support/fixtures.js';
import { callApi } from '../support/call-api.js';
import { createUser } from '../support/users.js';

/** Limits of routes that call the provider, try a password, send email or cause much work. */
describe('calls', () => {
  const product = useShared(startPaymentFixture, { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
  let networks = 0;

  const createCaller = async () => {
    const { id, headers } = await createUser(product);
    return { id, headers: { ...headers, 'X-Forwarded-For': `10.9.1.${(networks += 1)}` } };
  };

  it.each([
    ['quotes', 30, 'subscription/quotes', { plan: 'growth', interval: 'month' }],
    ['changes', 20, 'subscription/changes', { quoteId: randomUUID() }],
    ['refunds', 10, 'subscription/refund', undefined],
    ['payments of invoices', 30, 'invoices/in_1/pay', undefined],
    ['deletions', 30, 'deletion', {}],
  ])('are limited for %s: %i an hour', async (_, allowed, path, body) => {
    const { headers } = await createCaller();
    const call = () => callApi(product, headers, 'POST', `account/v1/${path}`, body);
    const first = await Promise.all(Array.from({ length: allowed }, call));
    expect(first.filter(({ status }) => status === 429)).toEqual([]);
    expect(await call()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  it('are limited for exports: five a day', async () => {
    const { id, headers } = await createCaller();
    const request = async () => {
      const { status } = await callApi(product, headers, 'POST', 'account/v1/exports');
      // Otherwise, the next request returns the same export.
      await product.database.query({
        text: `update data_exports set status = 'failed' where user_id = $1`,
        values: [id],
      });
      return status;
    };
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push(await request());
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('are limited for stories, per sender and IP address, with Retry-After', async () => {
    const story = { name: 'Ada', company: 'Engines', consent: true, story: 'We found eleven subscriptions.' };
    const share = (email: string) =>
      product.callFunction('share-story', { ...story, email }, { 'X-Forwarded-For': '10.9.2.1' });
    const responses = [];
    for (let call = 0; call < 4; call++) responses.push(await share('ada@example.com'));
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
    expect(Number(responses[3]!.headers.get('retry-after'))).toBeGreaterThan(3600);
    const others = [];
    for (let call = 0; call < 7; call++) others.push((await share(`sender-${call}@example.com`)).status);
    expect(others).toEqual([202, 202, 202, 202, 202, 202, 429]);
  });
});
