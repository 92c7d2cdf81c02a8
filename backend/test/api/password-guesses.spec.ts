import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { AttemptLimits } from '../../src/platform/security/attempt-limits.js';
import {
  call,
  confirmedPerson,
  linkSecret,
  paidPerson,
  signIn,
  someClient,
  someEmail,
} from '../support/auth.js';
import { openCheckout, prepare, aPurchase } from '../support/purchase.js';
import { clientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { testRedisUrl } from '../support/test-settings.js';
import { startPaymentFixture } from '../support/payment-fixture.js';

const LIMITED = { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' };
const WRONG = 'a wrong guess';

interface Attempt {
  email: string;
  password?: string;
  client?: string;
  cookie?: string;
}

const attempt = (
  product: TestProduct,
  { email, password = WRONG, client = someClient(), cookie }: Attempt,
) => {
  const test = call(product, 'post', '/token?grant_type=password').set('X-Forwarded-For', client);
  if (cookie !== undefined) test.set('Sec-Fetch-Site', 'same-origin').set('Cookie', cookie);
  return test.send({ email, password });
};

const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index));

/** How many of the guesses were checked; every other one was told to come back later. */
async function checked(guesses: PromiseLike<{ status: number; body: { code?: string } }>[]): Promise<number> {
  const responses = await Promise.all(guesses);
  const rejected = responses.filter(({ status }) => status === 429);
  for (const { body } of rejected) expect(body.code).toBe('over_request_rate_limit');
  const wrong = responses.filter(({ status }) => status === 400);
  expect(wrong.length + rejected.length).toBe(responses.length);
  return wrong.length;
}

describe('guesses at passwords', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct(LIMITED)));
  afterAll(() => product?.stop());

  it('150 at once from one address: thirty are checked, and the address waits for the rest of five minutes', async () => {
    const client = someClient();
    const burst = times(150, () => attempt(product, { email: someEmail(), client }));
    expect(await checked(burst)).toBe(30);
    const later = await attempt(product, { email: someEmail(), client }).expect(429);
    expect(Number(later.get('Retry-After'))).toBeGreaterThan(200);
    expect(Number(later.get('Retry-After'))).toBeLessThanOrEqual(300);
  });

  it('one after another from one address: thirty are checked', async () => {
    const client = someClient();
    const statuses: number[] = [];
    for (let count = 0; count < 32; count++)
      statuses.push((await attempt(product, { email: someEmail(), client })).status);
    expect(statuses).toEqual([...times(30, () => 400), 429, 429]);
  });

  it('at one account from 96 addresses at once: twenty are checked, of an unknown account too', async () => {
    const { email } = await confirmedPerson(product);
    for (const target of [email, someEmail()]) {
      const spellings = [target, target.toUpperCase(), ` ${target}`];
      const burst = times(96, (index) => attempt(product, { email: spellings[index % 3]! }));
      expect(await checked(burst)).toBe(20);
      const later = await attempt(product, { email: target }).expect(429);
      expect(Number(later.get('Retry-After'))).toBeGreaterThan(800);
      expect(Number(later.get('Retry-After'))).toBeLessThanOrEqual(900);
    }
  });

  it('count by the network of an IPv6 address: its owner has more addresses than anybody counts', async () => {
    const burst = times(60, (index) =>
      attempt(product, { email: someEmail(), client: `2001:db8:1:2:${index.toString(16)}::1` }),
    );
    expect(await checked(burst)).toBe(30);
    await attempt(product, { email: someEmail(), client: '2001:db8:1:3::1' }).expect(400);
  });

  it('that are right count for no one: two hundred people sign in from one office', async () => {
    const client = someClient();
    const people = [await paidPerson(product), await paidPerson(product)];
    for (let round = 0; round < 4; round++) {
      const responses = await Promise.all(
        times(50, (index) => attempt(product, { ...people[index % 2]!, client })),
      );
      expect(responses.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    }
    const guesses = times(40, () => attempt(product, { email: someEmail(), client }));
    expect(await checked(guesses)).toBe(30);
  });

  it('that are right leave the wrong ones counted', async () => {
    const client = someClient();
    const person = await paidPerson(product);
    for (let round = 0; round < 3; round++) {
      await attempt(product, { ...person, client }).expect(200);
      expect(await checked(times(5, () => attempt(product, { email: person.email, client })))).toBe(5);
    }
    await attempt(product, { ...person, client }).expect(200);
    expect(await checked(times(20, () => attempt(product, { email: person.email })))).toBe(5);
    expect(await checked(times(40, () => attempt(product, { email: someEmail(), client })))).toBe(15);
  });

  it('leave the owner a way in on a browser that the account knows, and no one else one', async () => {
    const person = await paidPerson(product);
    const [mark] = (await attempt(product, { ...person, cookie: '' }).expect(200)).get('Set-Cookie')!;
    const cookie = mark!.split(';')[0]!;
    const client = someClient();
    await checked(times(40, () => attempt(product, { email: person.email, client })));
    await checked(times(40, () => attempt(product, { email: someEmail(), client })));

    await attempt(product, person).expect(429);
    await attempt(product, { ...person, cookie: 'device=of-my-own-making' }).expect(429);
    await attempt(product, { ...person, cookie, client }).expect(200);
    await attempt(product, { ...person, cookie }).expect(200);
    await attempt(product, { email: person.email }).expect(429);

    const onDevice = times(40, () => attempt(product, { email: person.email, cookie }));
    expect(await checked(onDevice)).toBe(20);
    await attempt(product, { email: someEmail(), cookie, client }).expect(429);
  });

  it('are answered late when they are rejected', async () => {
    const email = someEmail();
    await checked(times(20, () => attempt(product, { email })));
    const startedAt = performance.now();
    await attempt(product, { email }).expect(429);
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });

  it('are not answered while the service fails to check them, and do not count then', async () => {
    const person = await paidPerson(product);
    await product.database.query({ text: 'alter table users rename to users_away' });
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await attempt(product, person)).status);
    await product.database.query({ text: 'alter table users_away rename to users' });
    expect(new Set(statuses)).toEqual(new Set([500]));
    await attempt(product, person).expect(200);
  });

  it('are counted whatever stands in place of an address', async () => {
    const client = someClient();
    const burst = times(40, (index) =>
      attempt(product, { email: `${'x'.repeat(400)}${index}@example.com`, client }),
    );
    expect(await checked(burst)).toBeLessThanOrEqual(30);
  });
});

describe('guesses that come to several processes at once', () => {
  let first: TestProduct;
  let second: TestProduct;
  beforeAll(async () => {
    first = await startTestProduct(LIMITED);
    const { databaseUrl, queuePrefix } = first.settings;
    second = await startTestProduct({ ...LIMITED, DATABASE_URL: databaseUrl, QUEUE_PREFIX: queuePrefix });
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
  });

  const either = (index: number) => (index % 2 === 0 ? first : second);

  it('are counted together', async () => {
    const client = someClient();
    const fromOne = times(80, (index) => attempt(either(index), { email: someEmail(), client }));
    expect(await checked(fromOne)).toBe(30);
    const email = someEmail();
    expect(await checked(times(60, (index) => attempt(either(index), { email })))).toBe(20);
  });

  it('let everybody in who is right', async () => {
    const client = someClient();
    const person = await paidPerson(first);
    const signIns = times(50, (index) => attempt(either(index), { ...person, client }));
    const responses = await Promise.all(signIns);
    expect(responses.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
  });

  it('of one-time codes are counted together, too', async () => {
    const email = someEmail();
    const responses = await Promise.all(
      times(40, (index) =>
        call(either(index), 'post', '/verify')
          .set('X-Forwarded-For', someClient())
          .send({ type: 'email', email, token: '000000' }),
      ),
    );
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});

describe('every place that checks a password', () => {
  it('counts it with those at the door', async () => {
    const shop = await startPaymentFixture({
      ...LIMITED,
      AUTH_AUTOCONFIRM: 'on',
      AUTH_CURRENT_PASSWORD_REQUIRED: 'on',
    });
    try {
      const serviceKey = await clientKey('service_role');
      const client = someClient();
      const as = { 'X-Forwarded-For': client };
      const limited = { code: 'over_request_rate_limit' };
      const exhaust = (email: string) => checked(times(25, () => attempt(shop, { email })));

      const paid = await paidPerson(shop);
      const { access_token } = (await signIn(shop, paid).expect(200)).body;
      const token_hash = await linkSecret(shop, paid.id, 'signup', paid.email);
      const proof = { type: 'payment', token_hash };
      await call(shop, 'post', '/verify')
        .set(as)
        .send({ ...proof, password: WRONG })
        .expect(400);
      const change = (body: object) => call(shop, 'put', '/user', access_token).set(as).send(body);
      await change({ password: 'quite another one', current_password: WRONG }).expect(400);
      expect(await exhaust(paid.email)).toBe(18);
      const claim = await call(shop, 'post', '/verify')
        .set(as)
        .send({ ...proof, password: paid.password });
      expect([claim.status, claim.body]).toEqual([429, expect.objectContaining(limited)]);
      const changed = await change({ password: 'quite another one', current_password: paid.password });
      expect([changed.status, changed.body]).toEqual([429, expect.objectContaining(limited)]);

      const purchase = aPurchase();
      await call(shop, 'post', '/signup').set(as).send(purchase).expect(200);
      await exhaust(purchase.email);
      const prepared = await prepare(shop, purchase, await openCheckout(shop, purchase), as);
      expect([prepared.status, prepared.body.code]).toEqual([429, 'rate_limited']);

      const email = someEmail();
      const password = 'given by the operator';
      await call(shop, 'post', '/admin/users', serviceKey).send({ email, password }).expect(200);
      const again = (guess: string) => call(shop, 'post', '/signup').set(as).send({ email, password: guess });
      await again('quite another one').expect(422);
      expect(await exhaust(email)).toBe(19);
      const signedUp = await again(password);
      expect([signedUp.status, signedUp.body]).toEqual([429, expect.objectContaining(limited)]);
    } finally {
      await shop.stop();
    }
  });

  it('counts a new password that is compared with the present one, unless it is set', async () => {
    const product = await startTestProduct(LIMITED);
    try {
      const person = await paidPerson(product);
      const { access_token } = (await signIn(product, person).expect(200)).body;
      const change = (body: object) =>
        call(product, 'put', '/user', access_token).set('X-Forwarded-For', someClient()).send(body);
      await change({ data: { first: 'x'.repeat(4000) } }).expect(200);
      // Together with the first more than an account holds: the change fails, whatever the password.
      const data = { second: 'x'.repeat(4000) };
      for (let count = 0; count < 20; count++) {
        const guess = await change({ password: `a guess, the ${count}th`, data });
        expect([guess.status, guess.body.code]).toEqual([400, 'validation_failed']);
      }
      await change({ password: person.password, data }).expect(429);
      await attempt(product, person).expect(429);

      const other = await paidPerson(product);
      const token = (await signIn(product, other).expect(200)).body.access_token;
      for (let count = 0; count < 21; count++)
        await call(product, 'put', '/user', token)
          .set('X-Forwarded-For', someClient())
          .send({ password: `my new one, the ${count}th` })
          .expect(200);
    } finally {
      await product.stop();
    }
  });
});

describe('guesses while Redis is unavailable', () => {
  it('are counted by the process itself', async () => {
    const product = await startTestProduct({ ...LIMITED, REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const client = someClient();
      expect(await checked(times(80, () => attempt(product, { email: someEmail(), client })))).toBe(30);
      await attempt(product, await paidPerson(product)).expect(200);
    } finally {
      await product.stop();
    }
  });

  it('wait for it once when it stops answering, and not again until it does', async () => {
    const redis = await startStallingRedis();
    const product = await startTestProduct({ ...LIMITED, REDIS_URL: redis.url });
    try {
      const limits = product.api.get(AttemptLimits, { strict: false });
      const limit = { name: 'test', points: 100, seconds: 60 };
      await limits.begin([limit, 'a key']);
      redis.stall();
      const startedAt = performance.now();
      for (let count = 0; count < 50; count++) await limits.begin([limit, 'a key']);
      expect(performance.now() - startedAt).toBeLessThan(1000);
      for (let count = 0; count < 49; count++) await limits.begin([limit, 'a key']);
      await expect(limits.begin([limit, 'a key'])).rejects.toMatchObject({ code: 'rate_limited' });
    } finally {
      await product.stop();
      redis.close();
    }
  });
});

/** The Redis of the tests behind a wire that can go silent without ending. */
async function startStallingRedis(): Promise<{ url: string; stall(): void; close(): void }> {
  const target = new URL(testRedisUrl());
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    sockets.add(near).add(far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stall: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
