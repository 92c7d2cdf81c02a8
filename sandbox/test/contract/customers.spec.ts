import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { eventually } from '../support/eventually.ts';
import { control, errorOf, openProvider, type Provider } from '../support/provider.ts';

const SEARCH_WITHIN_MS = 120_000;

let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await openProvider();
  ({ stripe } = provider);
});
afterAll(() => provider.close());

describe('customers', () => {
  const idsOf = ({ data }: { data: Stripe.Customer[] }): string[] => data.map(({ id }) => id);

  it('are listed at once, newest first', async () => {
    const first = await stripe.customers.create({});
    const second = await stripe.customers.create({});
    const [newest, next] = idsOf(await stripe.customers.list({ limit: 2 }));
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
      expect(idsOf(found)).toEqual([id]);
    },
    SEARCH_WITHIN_MS,
  );

  it("can't be searched without a valid query", async () => {
    const error = await errorOf(stripe.customers.search({ query: 'user' }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });
});
