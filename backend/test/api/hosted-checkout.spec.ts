import Stripe from 'stripe';
import { aPerson, type Person } from '../support/users.js';
import { payHosted } from '../support/open-checkouts.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

describe('hosted checkouts', () => {
  let shop: PaymentFixture;
  let stripe: Stripe;
  let networks = 0;
  beforeAll(async () => {
    shop = await startPaymentFixture({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
    const { hostname, port } = new URL(shop.payments.url);
    stripe = new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http' });
  });
  afterAll(() => shop?.stop());
  afterEach(() => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' }));

  const aNetwork = () => `10.8.0.${++networks}`;
  const ask = ({ headers }: Person, body: object, network = aNetwork()) =>
    shop.call('create-checkout-session', body, { ...headers, 'X-Forwarded-For': network });
  const sessionOf = (url: unknown) => String(url).split('/').at(-1)!;
  const sessionsOf = async ({ email }: Person) =>
    (await stripe.checkout.sessions.list({ limit: 100 })).data.filter(
      ({ customer_email }) => customer_email === email,
    );
  const openOf = async (person: Person) =>
    (await sessionsOf(person)).filter(({ status }) => status === 'open').map(({ id }) => id);

  it('give an account the page that is open already', async () => {
    const person = await aPerson(shop);
    const first = await ask(person, { planName: 'team' });
    const again = await ask(person, { planName: 'team' });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  it('leave at most one page open for a plan: another interval closes the one before', async () => {
    const person = await aPerson(shop);
    const month = await ask(person, { planName: 'team', interval: 'month' });
    const growth = await ask(person, { planName: 'growth', interval: 'month' });
    const year = await ask(person, { planName: 'team', interval: 'year' });
    expect((await stripe.checkout.sessions.retrieve(sessionOf(month.body.url))).status).toBe('expired');
    expect((await openOf(person)).sort()).toEqual(
      [sessionOf(growth.body.url), sessionOf(year.body.url)].sort(),
    );
  });

  it('leave one page open however many calls come at once', async () => {
    const person = await aPerson(shop);
    const responses = await Promise.all(Array.from({ length: 15 }, () => ask(person, { planName: 'team' })));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(15).fill(200));
    const urls = new Set(responses.map(({ body }) => body.url));
    expect(urls.size).toBe(1);
    expect(await openOf(person)).toEqual([sessionOf([...urls][0])]);
  });

  it('leave one page open when calls for both intervals come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await aPerson(shop);
      const calls = Array.from({ length: 8 }, (_, index) =>
        ask(person, { planName: 'team', interval: index % 2 ? 'year' : 'month' }),
      );
      const responses = await Promise.all(calls);
      const outcomes = responses.map(({ status, body }) => `${status} ${String(body.code ?? '')}`.trim());
      expect(outcomes).toContain('200');
      for (const outcome of outcomes) expect(['200', '409 checkout_replaced']).toContain(outcome);
      expect((await openOf(person)).length).toBeLessThanOrEqual(1);
    }
  });

  it('close the pages that were opened before there was one for each plan', async () => {
    const person = await aPerson(shop);
    const { body } = await ask(person, { planName: 'team' });
    await shop.database.query({
      text: 'update checkouts set hosted = false where hosted_session_id = $1',
      values: [sessionOf(body.url)],
    });
    const year = await ask(person, { planName: 'team', interval: 'year' });
    expect(await openOf(person)).toEqual([sessionOf(year.body.url)]);
  });

  it('go on after the provider failed, with the same checkout', async () => {
    const person = await aPerson(shop);
    await shop.control('api-faults', {
      method: 'POST',
      path: '/sessions$',
      kind: 'error',
      remember: true,
      count: 2,
    });
    expect((await ask(person, { planName: 'team' })).status).toBe(503);
    expect((await ask(person, { planName: 'team' })).status).toBe(200);
    const [row] = await shop.database.query<{ count: number }>({
      text: 'select count(*)::int from checkouts where user_id = $1',
      values: [person.id],
    });
    expect(row!.count).toBe(1);
    expect(await openOf(person)).toHaveLength(1);
  });

  it('are limited to 20 calls an hour for an account, wherever it calls from', async () => {
    const person = await aPerson(shop);
    const statuses: number[] = [];
    for (let call = 0; call < 30; call++) statuses.push((await ask(person, { planName: 'team' })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)]);
    const rejected = await ask(person, { planName: 'team' });
    expect(rejected.body.code).toBe('rate_limited');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  it('are limited to 60 calls an hour from one address, the person who calls', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aPerson(shop)));
    const network = aNetwork();
    const statuses: number[] = [];
    for (let call = 0; call < 70; call++)
      statuses.push((await ask(people[call % 4]!, { planName: 'team' }, network)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), ...Array<number>(10).fill(429)]);
  });

  it('are not closed over a payment on its way', async () => {
    const person = await aPerson(shop);
    const month = await ask(person, { planName: 'team', interval: 'month' });
    await payHosted(shop, sessionOf(month.body.url));
    expect(await ask(person, { planName: 'team', interval: 'year' })).toMatchObject({
      status: 409,
      body: { code: 'checkout_closed' },
    });
    expect(await ask(person, { planName: 'team', interval: 'month' })).toMatchObject({
      status: 409,
      body: { code: 'checkout_closed' },
    });
  });

  it('give the plan for a payment that was faster than the closing of its page', async () => {
    const person = await aPerson(shop);
    const { body } = await ask(person, { planName: 'team' });
    const session_id = sessionOf(body.url);
    await payHosted(shop, session_id);
    await shop.database.query({
      text: `update checkouts set status = 'canceled' where hosted_session_id = $1`,
      values: [session_id],
    });
    const check = await shop.call('check-subscription', { session_id }, person.headers);
    expect(check).toMatchObject({ status: 200, body: { subscription_tier: 'team', status: 'active' } });
  });
});
