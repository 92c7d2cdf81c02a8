import {
  auditOf,
  authClient,
  call,
  confirmedPerson,
  eventsOf,
  emailedProof,
  paidPerson,
  PASSWORD,
  signIn,
  someClient,
  someEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const WRONG = { code: 'otp_expired', message: 'Token has expired or is invalid' };

/** Digits that are certainly others. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const idOf = async (product: TestProduct, email: string): Promise<string> => {
  const [row] = await product.database.query<{ id: string }>({
    text: 'select id from users where email = $1',
    values: [email],
  });
  return row!.id;
};

describe('signing in without a password', () => {
  let post: TestSmtpServer;
  beforeAll(async () => {
    post = await startTestSmtpServer();
    await post.startWorker();
  });
  afterAll(() => post?.stop());

  // A proof given meanwhile withdraws the email that asked for it: how many come is not certain.
  const theMailTo = (address: string, subject: string) =>
    eventually(async () => {
      const emails = (await post.emailsTo(address)).filter((mail) => mail.subject === subject);
      expect(emails).toHaveLength(1);
      return post.open(emails[0]!);
    });
  const codeIn = (text: string): string => /^\d{6}$/m.exec(text)![0];

  it('makes an account of an unknown address, which its first code proves', async () => {
    const client = authClient(post);
    const email = someEmail();
    const options = { data: { full_name: 'Ada Lovelace' } };
    expect((await client.signInWithOtp({ email, options })).error).toBeNull();
    const mail = await theMailTo(email, 'Confirm your email address');
    const { data, error } = await client.verifyOtp({ type: 'email', email, token: codeIn(mail.text) });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Ada Lovelace', email_verified: true },
      email_confirmed_at: expect.any(String),
    });
    expect(await auditOf(post, data.user!.id)).toEqual(
      expect.arrayContaining(['user.created', 'user.email_confirmed', 'session.created']),
    );
  });

  it('sends a known address a link and a code, of which one works once', async () => {
    const person = await confirmedPerson(post);
    const client = authClient(post);
    const options = { emailRedirectTo: 'http://localhost:3000/account' };
    expect((await client.signInWithOtp({ email: person.email, options })).error).toBeNull();
    const mail = await theMailTo(person.email, 'Sign in to the product');
    const link = new URL(mail.links.find((each) => each.includes('/auth/confirm'))!);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      type: 'magiclink',
      redirect_to: 'http://localhost:3000/account',
    });
    const token = codeIn(mail.text);
    const used = await client.verifyOtp({ type: 'magiclink', email: person.email.toUpperCase(), token });
    expect(used.error).toBeNull();
    expect(used.data.user?.id).toBe(person.id);
    const token_hash = link.searchParams.get('token')!;
    expect((await client.verifyOtp({ type: 'magiclink', token_hash })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
    expect(await auditOf(post, person.id)).toContain('user.magic_link_requested');
  });

  it('shows staff the email without its code, and stores no code anywhere', async () => {
    const person = await confirmedPerson(post);
    await authClient(post).signInWithOtp({ email: person.email });
    const token = codeIn((await theMailTo(person.email, 'Sign in to the product')).text);
    const [row] = await post.database.query<{ everything: string }>({
      text: `select (select json_agg(emails)::text from emails) || (select json_agg(outbox_events)::text from outbox_events)
                    || (select json_agg(one_time_tokens)::text from one_time_tokens) as everything`,
    });
    expect(row!.everything).toContain(person.email);
    expect(row!.everything).not.toMatch(new RegExp(`\\b${token}\\b`));
  });
});

describe('one-time codes', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  const verify = (body: object) => call(product, 'post', '/verify').send(body);

  it.each(['signup', 'recovery', 'magiclink'] as const)(
    'of a %s work for their own type and for email, and for no other',
    async (purpose) => {
      const { id, email } = await confirmedPerson(product);
      for (const type of [purpose, 'email']) {
        const { token } = await emailedProof(product, id, purpose, email);
        const others = ['signup', 'recovery', 'magiclink'].filter((other) => other !== purpose);
        for (const other of others) {
          expect((await verify({ type: other, email, token }).expect(403)).body).toEqual(WRONG);
        }
        const { body } = await verify({ type, email, token: ` ${token}` }).expect(200);
        expect(body.user.id).toBe(id);
        expect((await verify({ type, email, token }).expect(403)).body).toEqual(WRONG);
      }
    },
  );

  it('are void after five wrong guesses, while the link beside them goes on working', async () => {
    const { id, email } = await confirmedPerson(product);
    const { token, token_hash } = await emailedProof(product, id, 'magiclink', email);
    const guesses = Array.from({ length: 5 }, () =>
      verify({ type: 'email', email, token: otherThan(token) }),
    );
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await verify({ type: 'email', email, token }).expect(403)).body).toEqual(WRONG);
    await verify({ type: 'magiclink', token_hash }).expect(200);
    expect((await auditOf(product, id)).filter((action) => action === 'code.rejected')).toHaveLength(6);
  });

  it('prove nothing for another address, expire with their link, and say the same for an unknown address', async () => {
    const [one, other] = [await confirmedPerson(product), await confirmedPerson(product)];
    const { token } = await emailedProof(product, one.id, 'magiclink', one.email);
    for (const email of [other.email, someEmail()]) {
      expect((await verify({ type: 'email', email, token }).expect(403)).body).toEqual(WRONG);
    }
    const late = await emailedProof(product, one.id, 'magiclink', one.email);
    product.clock.advance(86_401);
    expect((await verify({ type: 'email', email: one.email, token: late.token }).expect(403)).body).toEqual(
      WRONG,
    );
  });

  it('close what a stranger opened an unconfirmed account with', async () => {
    const person = await paidPerson(product);
    const stranger = (await signIn(product, person).expect(200)).body;
    await call(product, 'post', '/otp').send({ email: person.email }).expect(200, {});
    expect(await eventsOf(product, person.id)).toMatchObject([{ topic: 'user.magic_link_requested' }]);
    const { token } = await emailedProof(product, person.id, 'magiclink', person.email);
    await verify({ type: 'email', email: person.email, token }).expect(200);
    await call(product, 'get', '/user', stranger.access_token).expect(403);
    await signIn(product, person).expect(400);
  });

  it('are never sent with the email of a payment', async () => {
    const person = await paidPerson(product);
    const { token, token_hash } = await emailedProof(product, person.id, 'signup', person.email);
    expect(token).toBeUndefined();
    await verify({ type: 'payment', token_hash, password: person.password }).expect(200);
    const response = await verify({
      type: 'payment',
      email: person.email,
      token: '123456',
      report_unrecognized: true,
    });
    expect([response.status, response.body]).toEqual([403, WRONG]);
  });

  it('give a banned account nothing, whether it asks or guesses rightly', async () => {
    const { id, email } = await confirmedPerson(product);
    const { token } = await emailedProof(product, id, 'magiclink', email);
    await product.database.query({
      text: 'update users set banned_until = $1 where id = $2',
      values: [product.clock.in(60), id],
    });
    const before = (await eventsOf(product, id)).length;
    await call(product, 'post', '/otp').send({ email }).expect(200, {});
    expect(await eventsOf(product, id)).toHaveLength(before);
    expect((await verify({ type: 'email', email, token }).expect(403)).body.code).toBe('user_banned');
  });

  it('make no account where the caller wants none, and one by the older name', async () => {
    const email = someEmail();
    const response = await call(product, 'post', '/otp').send({ email, create_user: false }).expect(422);
    expect(response.body).toEqual({ code: 'otp_disabled', message: 'Signups not allowed for otp' });
    const { email: known } = await confirmedPerson(product);
    await call(product, 'post', '/otp').send({ email: known, create_user: false }).expect(200, {});
    await call(product, 'post', '/magiclink').send({ email }).expect(200, {});
    expect(await eventsOf(product, await idOf(product, email))).toMatchObject([
      { topic: 'user.confirmation_requested' },
    ]);
  });

  it('are asked for by twenty tabs at once for one account', async () => {
    const email = someEmail();
    const ask = () => call(product, 'post', '/otp').send({ email });
    const responses = await Promise.all(Array.from({ length: 20 }, ask));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await eventsOf(product, await idOf(product, email))).toHaveLength(20);
  });

  it('leave a password chosen later by a stranger without effect', async () => {
    const email = someEmail();
    await call(product, 'post', '/otp').send({ email }).expect(200, {});
    await call(product, 'post', '/signup').send({ email, password: 'of a stranger' }).expect(200);
    const { token } = await emailedProof(product, await idOf(product, email), 'signup', email);
    await verify({ type: 'signup', email, token }).expect(200);
    const rejected = await signIn(product, { email, password: 'of a stranger' }).expect(400);
    expect(rejected.body.code).toBe('invalid_credentials');
  });

  it.each([
    ['no address', {}, 400, 'validation_failed'],
    ['a bad address', { email: 'nobody' }, 400, 'validation_failed'],
    ['address and phone', { email: 'a@example.com', phone: '+49170' }, 400, 'validation_failed'],
    ['a phone', { phone: '+491701234567' }, 400, 'phone_provider_disabled'],
    ['a channel', { email: 'a@example.com', channel: 'sms' }, 400, 'validation_failed'],
    ['half a challenge', { email: 'a@example.com', code_challenge_method: 's256' }, 400, 'validation_failed'],
    [
      'an advertisement for a name',
      { email: 'a@example.com', data: { full_name: 'www.win.example' } },
      400,
      'validation_failed',
    ],
  ])('are not asked for with %s', async (_, body, status, code) => {
    const response = await call(product, 'post', '/otp').send(body);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it.each([
    ['address and phone', { type: 'email', token: '123456', email: 'a@example.com', phone: '+49170' }],
    ['neither', { type: 'email', token: '123456' }],
  ])('are not used with %s', async (_, body) => {
    expect((await verify(body).expect(400)).body.code).toBe('validation_failed');
  });

  it('are never right for a phone, or for an address longer than any', async () => {
    expect((await verify({ type: 'sms', token: '123456', phone: '+49170' }).expect(403)).body).toEqual(WRONG);
    const email = `${'x'.repeat(400)}@example.com`;
    expect((await verify({ type: 'email', token: '123456', email }).expect(403)).body).toEqual(WRONG);
  });
});

describe('an installation with limits that hides who has an account', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: 'loopback',
      AUTH_SEND_INTERVAL_SECONDS: '60',
      AUTH_HIDE_EXISTING_ACCOUNTS: 'on',
      AUTH_SIGNUP_ENABLED: 'off',
    });
  });
  afterAll(() => product.stop());

  const send = (path: string, body: object) =>
    call(product, 'post', path).set('X-Forwarded-For', someClient()).send(body);

  it('answers alike, twice within a minute alike, and makes no account', async () => {
    const { email: known } = await paidPerson(product);
    const unknown = someEmail();
    for (const email of [known, unknown]) {
      await send('/otp', { email, create_user: false }).expect(200, {});
      const second = await send('/otp', { email: email.toUpperCase() }).expect(429);
      expect(second.body.code).toBe('over_email_send_rate_limit');
      expect(Number(second.get('Retry-After'))).toBeGreaterThan(50);
    }
    const made = await product.database.query({
      text: 'select 1 from users where email = $1',
      values: [unknown],
    });
    expect(made).toEqual([]);
  });

  it('lets no one guess on at an address from many clients, known or not, and leaves its links alone', async () => {
    const { id, email } = await paidPerson(product);
    for (const address of [email, someEmail()]) {
      for (let times = 0; times < 10; times++) {
        await send('/verify', { type: 'email', email: address, token: '000000' }).expect(403);
      }
      const rejected = await send('/verify', { type: 'email', email: address, token: '000000' }).expect(429);
      expect(rejected.body.code).toBe('over_request_rate_limit');
    }
    const { token_hash } = await emailedProof(product, id, 'recovery', email);
    await send('/verify', { type: 'recovery', token_hash }).expect(200);
  });
});

describe('an installation without sign-ups, or without email', () => {
  it('says so where it hides nothing', async () => {
    const closed = await startTestProduct({ AUTH_SIGNUP_ENABLED: 'off' });
    const mute = await startTestProduct({ AUTH_EMAIL_ENABLED: 'off' });
    try {
      const email = someEmail();
      const rejected = await call(closed, 'post', '/otp').send({ email }).expect(422);
      expect(rejected.body.code).toBe('signup_disabled');
      const known = await paidPerson(closed);
      await call(closed, 'post', '/otp').send({ email: known.email }).expect(200, {});
      const off = await call(mute, 'post', '/otp').send({ email, password: PASSWORD }).expect(422);
      expect(off.body.code).toBe('email_provider_disabled');
    } finally {
      await Promise.all([closed.stop(), mute.stop()]);
    }
  });
});
