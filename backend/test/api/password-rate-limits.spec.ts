import {
  callAuth,
  createConfirmedUser,
  createLinkToken,
  createPaidUser,
  LIMITED,
  setRejectionDelay,
  signIn,
  uniqueIpAddress,
  uniqueEmail,
} from '../support/auth.js';
import { openCheckout, prepareCheckout, buildPurchase } from '../support/purchase.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';
import { startPaymentFixture } from '../support/payment-fixture.js';

const WRONG = 'a wrong guess';

interface Attempt {
  email: string;
  password?: string;
  client?: string;
  cookie?: string;
}

const attempt = (
  product: TestProduct,
  { email, password = WRONG, client = uniqueIpAddress(), cookie }: Attempt,
) => {
  const test = callAuth(product, 'post', '/token?grant_type=password').set('X-Forwarded-For', client);
  if (cookie !== undefined) test.set('Sec-Fetch-Site', 'same-origin').set('Cookie', cookie);
  return test.send({ email, password });
};

const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index));

/** The number of guesses that were checked; every other one was rate limited. */
async function checked(guesses: PromiseLike<{ status: number; body: { code?: string } }>[]): Promise<number> {
  const responses = await Promise.all(guesses);
  const rejected = responses.filter(({ status }) => status === 429);
  for (const { body } of rejected) expect(body.code).toBe('over_request_rate_limit');
  const wrong = responses.filter(({ status }) => status === 400);
  expect(wrong.length + rejected.length).toBe(responses.length);
  return wrong.length;
}

describe('password rate limits', () => {
  const product = useShared(startTestProduct, LIMITED);
  beforeEach(() => setRejectionDelay(product, 0));
  afterAll(() => setRejectionDelay(product, 1000));

  it('check 30 of 35 concurrent attempts from one address within five minutes', async () => {
    const client = uniqueIpAddress();
    const burst = times(35, () => attempt(product, { email: uniqueEmail(), client }));
    expect(await checked(burst)).toBe(30);
    const later = await attempt(product, { email: uniqueEmail(), client }).expect(429);
    expect(Number(later.get('Retry-After'))).toBeGreaterThan(200);
    expect(Number(later.get('Retry-After'))).toBeLessThanOrEqual(300);
  });

  it('check 20 concurrent attempts at one account from 24 addresses, also for an unknown account', async () => {
    const { email } = await createConfirmedUser(product);
    for (const target of [email, uniqueEmail()]) {
      const spellings = [target, target.toUpperCase(), ` ${target}`];
      const burst = times(24, (index) => attempt(product, { email: spellings[index % 3]! }));
      expect(await checked(burst)).toBe(20);
      const later = await attempt(product, { email: target }).expect(429);
      expect(Number(later.get('Retry-After'))).toBeGreaterThan(800);
      expect(Number(later.get('Retry-After'))).toBeLessThanOrEqual(900);
    }
  });

  it('do not count correct passwords: thirty-five concurrent sign-ins from one office', async () => {
    setRejectionDelay(product, 1000);
    const client = uniqueIpAddress();
    const users = [await createPaidUser(product), await createPaidUser(product)];
    const signIns = times(35, (index) => attempt(product, { ...users[index % 2]!, client }));
    const rejected = (await Promise.all(signIns)).filter(({ status }) => status !== 200);
    expect(rejected.map(({ body }) => body)).toEqual([]);
    const guesses = times(32, () => attempt(product, { email: uniqueEmail(), client }));
    expect(await checked(guesses)).toBe(30);
  });

  it('keep counting failures after a success', async () => {
    const client = uniqueIpAddress();
    const user = await createPaidUser(product);
    for (let round = 0; round < 3; round++) {
      await attempt(product, { ...user, client }).expect(200);
      expect(await checked(times(5, () => attempt(product, { email: user.email, client })))).toBe(5);
    }
    await attempt(product, { ...user, client }).expect(200);
    expect(await checked(times(10, () => attempt(product, { email: user.email })))).toBe(5);
    expect(await checked(times(20, () => attempt(product, { email: uniqueEmail(), client })))).toBe(15);
  });

  it('let the owner in on a known browser, and no one else', async () => {
    const user = await createPaidUser(product);
    const [mark] = (await attempt(product, { ...user, cookie: '' }).expect(200)).get('Set-Cookie')!;
    const cookie = mark!.split(';')[0]!;
    const client = uniqueIpAddress();
    await checked(times(25, () => attempt(product, { email: user.email, client })));
    await checked(times(25, () => attempt(product, { email: uniqueEmail(), client })));

    await attempt(product, user).expect(429);
    await attempt(product, { ...user, cookie: 'device=of-my-own-making' }).expect(429);
    await attempt(product, { ...user, cookie, client }).expect(200);
    await attempt(product, { ...user, cookie }).expect(200);
    await attempt(product, { email: user.email }).expect(429);

    const onDevice = times(25, () => attempt(product, { email: user.email, cookie }));
    expect(await checked(onDevice)).toBe(20);
    await attempt(product, { email: uniqueEmail(), cookie, client }).expect(429);
  });

  it('delay the response to a rejected attempt', async () => {
    const email = uniqueEmail();
    await checked(times(20, () => attempt(product, { email })));
    setRejectionDelay(product, 1000);
    const startedAt = performance.now();
    await attempt(product, { email }).expect(429);
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });

  it('do not count attempts that could not be checked because of a server error', async () => {
    const user = await createPaidUser(product);
    await product.database.query({ text: 'alter table users rename to users_away' });
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await attempt(product, user)).status);
    await product.database.query({ text: 'alter table users_away rename to users' });
    expect(new Set(statuses)).toEqual(new Set([500]));
    await attempt(product, user).expect(200);
  });

  it('count a new password that is compared with the current one, unless it is set', async () => {
    const user = await createPaidUser(product);
    const { access_token } = (await signIn(product, user).expect(200)).body;
    const change = (body: object) =>
      callAuth(product, 'put', '/user', access_token).set('X-Forwarded-For', uniqueIpAddress()).send(body);
    await change({ data: { first: 'x'.repeat(2500) } }).expect(200);
    // With the first one this exceeds the account limit: the change fails, whatever the password.
    const data = { second: 'x'.repeat(2500) };
    for (let count = 0; count < 20; count++) {
      const guess = await change({ password: `a guess, the ${count}th`, data });
      expect([guess.status, guess.body.code]).toEqual([400, 'validation_failed']);
    }
    await change({ password: user.password, data }).expect(429);
    await attempt(product, user).expect(429);

    const other = await createPaidUser(product);
    const token = (await signIn(product, other).expect(200)).body.access_token;
    for (let count = 0; count < 21; count++)
      await callAuth(product, 'put', '/user', token)
        .set('X-Forwarded-For', uniqueIpAddress())
        .send({ password: `my new one, the ${count}th` })
        .expect(200);
  });
});

describe('endpoints that check a password', () => {
  it('share their counters with sign-in', async () => {
    const product = await startPaymentFixture({
      ...LIMITED,
      AUTH_AUTOCONFIRM: 'on',
      AUTH_CURRENT_PASSWORD_REQUIRED: 'on',
    });
    setRejectionDelay(product, 0);
    try {
      const serviceKey = await signClientKey('service_role');
      const client = uniqueIpAddress();
      const as = { 'X-Forwarded-For': client };
      const limited = { code: 'over_request_rate_limit' };
      const exhaustLimit = (email: string) => checked(times(20, () => attempt(product, { email })));

      const paid = await createPaidUser(product);
      const { access_token } = (await signIn(product, paid).expect(200)).body;
      const token_hash = await createLinkToken(product, paid.id, 'signup', paid.email);
      const link = { type: 'payment', token_hash };
      await callAuth(product, 'post', '/verify')
        .set(as)
        .send({ ...link, password: WRONG })
        .expect(400);
      const change = (body: object) => callAuth(product, 'put', '/user', access_token).set(as).send(body);
      await change({ password: 'quite another one', current_password: WRONG }).expect(400);
      expect(await exhaustLimit(paid.email)).toBe(18);
      const claimBody = await callAuth(product, 'post', '/verify')
        .set(as)
        .send({ ...link, password: paid.password });
      expect([claimBody.status, claimBody.body]).toEqual([429, expect.objectContaining(limited)]);
      const changed = await change({ password: 'quite another one', current_password: paid.password });
      expect([changed.status, changed.body]).toEqual([429, expect.objectContaining(limited)]);

      const purchase = buildPurchase();
      await callAuth(product, 'post', '/signup').set(as).send(purchase).expect(200);
      await exhaustLimit(purchase.email);
      const prepared = await prepareCheckout(product, purchase, await openCheckout(product, purchase), as);
      expect([prepared.status, prepared.body.code]).toEqual([429, 'rate_limited']);

      const email = uniqueEmail();
      const password = 'given by the operator';
      await callAuth(product, 'post', '/admin/users', serviceKey).send({ email, password }).expect(200);
      const repeated = (guess: string) =>
        callAuth(product, 'post', '/signup').set(as).send({ email, password: guess });
      await repeated('quite another one').expect(422);
      expect(await exhaustLimit(email)).toBe(19);
      const signedUp = await repeated(password);
      expect([signedUp.status, signedUp.body]).toEqual([429, expect.objectContaining(limited)]);
    } finally {
      await product.stop();
    }
  });
});
