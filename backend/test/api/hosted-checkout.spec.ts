import { CheckoutLimits } from '../../src/modules/checkout/declines/checkout-limits.js';
import { createUser, type SignedInUser } from '../support/users.js';
import { payHostedPage } from '../support/open-checkouts.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useShared } from '../support/fixtures.js';

describe('hosted checkouts', () => {
  const product = useShared(startPaymentFixture, { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
  let networks = 0;
  afterEach(() => product.resetControls());

  const uniqueNetwork = () => `10.8.0.${++networks}`;
  const createSession = ({ headers }: SignedInUser, body: object, network = uniqueNetwork()) =>
    product.callFunction('create-checkout-session', body, { ...headers, 'X-Forwarded-For': network });
  const parseSessionId = (url: unknown) => String(url).split('/').at(-1)!;
  const listSessions = async ({ email }: SignedInUser) => {
    const customers = (await product.stripe.customers.list({ email, limit: 100 })).data.map(({ id }) => id);
    const { data } = await product.stripe.checkout.sessions.list({ limit: 100 });
    return data.filter(({ customer }) => customers.includes(String(customer)));
  };
  const listOpenSessions = async (user: SignedInUser) =>
    (await listSessions(user)).filter(({ status }) => status === 'open').map(({ id }) => id);

  it('keep at most one page open per plan: another interval closes the previous page', async () => {
    const user = await createUser(product);
    const month = await createSession(user, { planName: 'team', interval: 'month' });
    expect((await createSession(user, { planName: 'team' })).body).toEqual(month.body);
    const growth = await createSession(user, { planName: 'growth', interval: 'month' });
    const year = await createSession(user, { planName: 'team', interval: 'year' });
    expect((await listSessions(user)).map(({ id, status }) => [id, status])).toEqual([
      [parseSessionId(year.body.url), 'open'],
      [parseSessionId(growth.body.url), 'open'],
      [parseSessionId(month.body.url), 'expired'],
    ]);
  });

  it('have one page under concurrent calls', async () => {
    const user = await createUser(product);
    const calls = Array.from({ length: 4 }, () => createSession(user, { planName: 'team' }));
    const urls = (await Promise.all(calls)).map(({ body }) => body.url);
    expect(urls).toEqual(Array<unknown>(4).fill(urls[0]));
    expect(await listOpenSessions(user)).toEqual([parseSessionId(urls[0])]);
  });

  it('keep one page open under concurrent calls for both intervals', async () => {
    const user = await createUser(product);
    const calls = Array.from({ length: 8 }, (_, index) =>
      createSession(user, { planName: 'team', interval: index % 2 ? 'year' : 'month' }),
    );
    const responses = await Promise.all(calls);
    const outcomes = responses.map(({ status, body }) => `${status} ${String(body.code ?? '')}`.trim());
    expect(outcomes).toContain('200');
    for (const outcome of outcomes) expect(['200', '409 checkout_replaced']).toContain(outcome);
    expect((await listOpenSessions(user)).length).toBeLessThanOrEqual(1);
  });

  it('continue with the same checkout after a provider failure', async () => {
    const user = await createUser(product);
    await product.control('api-failures', {
      method: 'POST',
      path: '/sessions$',
      kind: 'error',
      remember: true,
      count: 2,
    });
    expect((await createSession(user, { planName: 'team' })).status).toBe(503);
    expect((await createSession(user, { planName: 'team' })).status).toBe(200);
    const [row] = await product.database.query<{ count: number }>({
      text: 'select count(*)::int from checkouts where user_id = $1',
      values: [user.id],
    });
    expect(row!.count).toBe(1);
    expect(await listOpenSessions(user)).toHaveLength(1);
  });

  it('are limited to 20 calls an hour per account, from any address, and to 60 per address, from any account', async () => {
    const [user, other] = [await createUser(product), await createUser(product)];
    const limits = product.api.get(CheckoutLimits);
    for (let call = 0; call < 19; call++) await limits.countHosted(uniqueNetwork(), user.id);
    expect((await createSession(user, { planName: 'team' })).status).toBe(200);
    const rejected = await createSession(user, { planName: 'team' });
    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000);

    const network = uniqueNetwork();
    for (let call = 0; call < 59; call++) await limits.countHosted(network, `user ${call}`);
    expect((await createSession(other, { planName: 'team' }, network)).status).toBe(200);
    expect((await createSession(other, { planName: 'team' }, network)).status).toBe(429);
  });

  it('are not closed while a payment is in progress', async () => {
    const user = await createUser(product);
    const month = await createSession(user, { planName: 'team', interval: 'month' });
    await payHostedPage(product, parseSessionId(month.body.url));
    expect(await createSession(user, { planName: 'team', interval: 'year' })).toMatchObject({
      status: 409,
      body: { code: 'checkout_closed' },
    });
    expect(await createSession(user, { planName: 'team', interval: 'month' })).toMatchObject({
      status: 409,
      body: { code: 'checkout_closed' },
    });
  });

  it('provision a payment that completes before its page is closed', async () => {
    const user = await createUser(product);
    const { body } = await createSession(user, { planName: 'team' });
    const session_id = parseSessionId(body.url);
    await payHostedPage(product, session_id);
    await product.database.query({
      text: `update checkouts set status = 'canceled' where hosted_session_id = $1`,
      values: [session_id],
    });
    const check = await product.callFunction('check-subscription', { session_id }, user.headers);
    expect(check).toMatchObject({ status: 200, body: { subscription_tier: 'team', status: 'active' } });
  });

  const buyTeam = async (user: SignedInUser) => {
    const session_id = parseSessionId((await createSession(user, { planName: 'team' })).body.url);
    await payHostedPage(product, session_id);
    return { session_id };
  };
  const check = (user: SignedInUser, session: { session_id: string }) =>
    product.callFunction('check-subscription', session, user.headers);

  it('are not confirmed after their subscription has ended', async () => {
    const user = await createUser(product);
    const session = await buyTeam(user);
    expect(await check(user, session)).toMatchObject({ status: 200, body: { subscription_tier: 'team' } });
    await product.database.query({
      text: `update subscriptions set status = 'canceled' where user_id = $1`,
      values: [user.id],
    });
    const newer = await buyTeam(user);
    expect(await check(user, newer)).toMatchObject({ status: 200, body: { subscription_tier: 'team' } });
    expect(await check(user, session)).toMatchObject({
      status: 409,
      body: { code: 'subscription_ended', details: { status: 'canceled' } },
    });
  });

  it('are not confirmed if the payment is refunded because the user already has a plan', async () => {
    const user = await createUser(product);
    const team = parseSessionId((await createSession(user, { planName: 'team' })).body.url);
    const growth = parseSessionId((await createSession(user, { planName: 'growth' })).body.url);
    await payHostedPage(product, team);
    expect((await check(user, { session_id: team })).status).toBe(200);
    await payHostedPage(product, growth);
    expect(await check(user, { session_id: growth })).toMatchObject({
      status: 409,
      body: { code: 'payment_refunded' },
    });
  });

  it('are unknown to other users', async () => {
    const session = await buyTeam(await createUser(product));
    expect(await check(await createUser(product), session)).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    });
  });
});
