import request from 'supertest';
import {
  authClient,
  call,
  confirmedPerson,
  eventsOf,
  paidPerson,
  PASSWORD,
  signIn,
  someClient,
  someEmail,
} from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const LIMITED = { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback', AUTH_SEND_INTERVAL_SECONDS: '60' };

describe('limits of the wire protocol', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct(LIMITED)));
  afterAll(() => product.stop());

  const post = (path: string, body: object, client = someClient()) =>
    call(product, 'post', path).set('X-Forwarded-For', client).send(body);

  it.each(['/recover', '/resend'])(
    'keep a minute between two emails of %s, known or unknown alike',
    async (path) => {
      const known = await paidPerson(product);
      for (const email of [known.email, someEmail()]) {
        await post(path, { email, type: 'signup' }).expect(200, {});
        const second = await post(path, { email: email.toUpperCase(), type: 'signup' }).expect(429);
        expect(second.body.code).toBe('over_email_send_rate_limit');
        expect(second.body.message).toMatch(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        );
        const wait = Number(second.get('Retry-After'));
        expect(wait).toBeGreaterThan(50);
        expect(wait).toBeLessThanOrEqual(60);
      }
      expect(await eventsOf(product, known.id)).toHaveLength(1);
    },
  );

  it('say that an address is taken rather than that an email was sent lately', async () => {
    const person = await paidPerson(product);
    for (let times = 0; times < 3; times++) {
      const response = await post('/signup', { email: person.email, password: PASSWORD }).expect(422);
      expect(response.body.code).toBe('user_already_exists');
    }
  });

  it('stop one address after thirty sign-ups in five minutes and say when to come back', async () => {
    const client = someClient();
    const responses = [];
    for (let times = 0; times < 31; times++)
      responses.push(await post('/signup', { email: 'no address' }, client));
    expect(responses.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
    expect(Number(responses.at(-1)!.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('answer a refresh with 503 instead of 429: clients sign out on any 4xx', async () => {
    const client = someClient();
    const last = async () =>
      post('/token?grant_type=refresh_token', { refresh_token: 'x'.repeat(43) }, client);
    for (let times = 0; times < 150; times++) expect((await last()).status).toBe(400);
    const response = await last();
    expect(response.status).toBe(503);
    expect(Number(response.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('two hundred people who sign in at once', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  it('are let in or asked to come back, and the process stays awake', async () => {
    const person = await confirmedPerson(product);
    const state = { waiting: true, alive: 0 };
    const signIns = Promise.all(Array.from({ length: 200 }, () => signIn(product, person)));
    const watch = async (): Promise<void> => {
      while (state.waiting) {
        await request(product.url).get('/api/health/live').expect(200);
        state.alive++;
      }
    };
    const watching = watch();
    const responses = await signIns.finally(() => (state.waiting = false));
    await watching;
    expect(state.alive).toBeGreaterThan(5);
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected.length).toBeLessThan(200);
    for (const { status, headers } of rejected) {
      expect([429, 503]).toContain(status);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

describe('an installation that hides which addresses it knows', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ AUTH_HIDE_EXISTING_ACCOUNTS: 'on' })));
  afterAll(() => product.stop());

  it('answers a taken address like a new one, writes nothing and emails no one', async () => {
    const person = await confirmedPerson(product);
    const before = await eventsOf(product, person.id);
    const options = { data: { full_name: 'Mallory' } };
    const { data, error } = await authClient(product).signUp({
      email: person.email,
      password: PASSWORD,
      options,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, identities: [], user_metadata: options.data });
    expect(data.user?.id).not.toBe(person.id);
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(await eventsOf(product, person.id)).toEqual(before);
    const fresh = await authClient(product).signUp({ email: someEmail(), password: PASSWORD, options });
    const shape = (user: object) => Object.keys(user).sort();
    expect(shape(data.user!)).toEqual(shape(fresh.data.user!));
  });
});

describe('an installation with a captcha', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret',
    });
  });
  afterAll(() => product.stop());

  it('rejects sign-up, recovery, resending and sign-in without its answer, but not a refresh', async () => {
    const email = someEmail();
    for (const [path, body] of [
      ['/signup', { email, password: PASSWORD }],
      ['/recover', { email }],
      ['/resend', { email, type: 'signup' }],
      ['/token?grant_type=password', { email, password: PASSWORD }],
    ] as const) {
      const response = await call(product, 'post', path).send(body).expect(400);
      expect(response.body.code).toBe('captcha_failed');
    }
    const response = await call(product, 'post', '/token?grant_type=refresh_token').send({
      refresh_token: 'x'.repeat(43),
    });
    expect(response.body.code).toBe('refresh_token_not_found');
  });
});

describe('an installation that takes no one new', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ AUTH_SIGNUP_ENABLED: 'off' })));
  afterAll(() => product.stop());

  it('says so', async () => {
    const response = await call(product, 'post', '/signup')
      .send({ email: someEmail(), password: PASSWORD })
      .expect(422);
    expect(response.body).toEqual({
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    });
  });
});
