import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { eventually } from '../support/eventually.ts';
import { control, catchError, openProvider, type Provider } from '../support/provider.ts';
import { createPrice } from '../support/purchase.ts';

const SEARCH_WITHIN_MS = 120_000;

let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
});
afterAll(() => provider.close());

describe('customers', () => {
  const toIds = ({ data }: { data: Stripe.Customer[] }): string[] => data.map(({ id }) => id);

  it('are listed at once, newest first', async () => {
    const first = await stripe.customers.create({});
    const second = await stripe.customers.create({});
    const [newest, next] = toIds(await stripe.customers.list({ limit: 2 }));
    expect([newest, next]).toEqual([second.id, first.id]);
  });

  it(
    'are found by their metadata, usually within a minute, whatever their email is by then',
    async () => {
      const metadata = { user_id: randomUUID() };
      const { id } = await stripe.customers.create({ email: 'old@example.com', metadata });
      await stripe.customers.create({ email: 'old@example.com', metadata: { user_id: randomUUID() } });
      await stripe.customers.update(id, { email: 'new@example.com' });
      if (provider.url) await control(provider.url, 'clock', { advanceSeconds: 60 });
      const query = `metadata['user_id']:'${metadata.user_id}'`;
      const found = await eventually(
        () => stripe.customers.search({ query, limit: 100 }),
        ({ data }) => data.length > 0,
        SEARCH_WITHIN_MS,
      );
      expect(found).toMatchObject({ object: 'search_result', has_more: false });
      expect(toIds(found)).toEqual([id]);
    },
    SEARCH_WITHIN_MS,
  );

  it("can't be searched without a valid query", async () => {
    const error = await catchError(stripe.customers.search({ query: 'user' }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });

  it('can be retrieved once they are deleted, but not used', async () => {
    const { id } = await stripe.customers.create({});
    await stripe.customers.del(id);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
    const price = await createPrice(stripe);
    const calls = [
      () => stripe.customers.update(id, { name: 'Ada' }),
      () => stripe.paymentMethods.attach('pm_card_visa', { customer: id }),
      () => stripe.setupIntents.create({ customer: id }),
      () => stripe.subscriptions.create({ customer: id, items: [{ price: price.id }] }),
      () =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: id,
          line_items: [{ price: price.id, quantity: 1 }],
          success_url: 'https://example.com/success',
        }),
    ];
    for (const call of calls)
      expect(await catchError(call())).toMatchObject({
        code: 'resource_missing',
        message: expect.stringContaining('No such customer'),
      });
  });
});
