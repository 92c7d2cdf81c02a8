import {
  banUser,
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  listEvents,
  createEmailTokens,
  createPaidUser,
  signIn,
  SPACED,
  uniqueIpAddress,
  uniqueEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { startEmailDelivery } from '../support/email-fixture.js';
import { useFixture, useShared } from '../support/fixtures.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const WRONG = { code: 'otp_expired', message: 'Token has expired or is invalid' };

/** A six-digit code that differs from the given one. */
const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const getUserId = async (product: TestProduct, email: string): Promise<string> => {
  const [row] = await product.database.query<{ id: string }>({
    text: 'select id from users where email = $1',
    values: [email],
  });
  return row!.id;
};

describe('sign-in without a password', () => {
  const product = useShared(startEmailDelivery);

  // A confirmation in the meantime withdraws the email that requested it, so the number of emails is not deterministic.
  const waitForEmail = (address: string, subject: string) =>
    eventually(async () => {
      const emails = (await product.emailsTo(address)).filter((email) => email.subject === subject);
      expect(emails).toHaveLength(1);
      return product.openEmail(emails[0]!);
    });
  const codeIn = (text: string): string => /^\d{6}$/m.exec(text)![0];

  it('sends a known address a link and a code, of which one works, once, and stores no code', async () => {
    const user = await createConfirmedUser(product);
    const client = authClient(product);
    const options = { emailRedirectTo: 'http://localhost:3000/account' };
    expect((await client.signInWithOtp({ email: user.email, options })).error).toBeNull();
    const email = await waitForEmail(user.email, 'Sign in to the product');
    const link = new URL(email.links.find((each) => each.includes('/auth/confirm'))!);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      type: 'magiclink',
      redirect_to: 'http://localhost:3000/account',
    });
    const token = codeIn(email.text);
    const [row] = await product.database.query<{ everything: string }>({
      text: `select (select json_agg(emails)::text from emails) || (select json_agg(outbox_events)::text from outbox_events)
                    || (select json_agg(one_time_tokens)::text from one_time_tokens) as everything`,
    });
    expect(row!.everything).toContain(user.email);
    expect(row!.everything).not.toMatch(new RegExp(`\\b${token}\\b`));
    const used = await client.verifyOtp({ type: 'magiclink', email: user.email.toUpperCase(), token });
    expect(used.error).toBeNull();
    expect(used.data.user?.id).toBe(user.id);
    const token_hash = link.searchParams.get('token')!;
    expect((await client.verifyOtp({ type: 'magiclink', token_hash })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
    expect(await listAuditActions(product, user.id)).toContain('user.magic_link_requested');
  });
});

describe('one-time codes', () => {
  const product = useShared(startTestProduct);

  const verify = (body: object) => callAuth(product, 'post', '/verify').send(body);

  it.each(['signup', 'recovery', 'magiclink'] as const)(
    'issued for %s work for their own type and for "email", and for no other',
    async (purpose) => {
      const { id, email } = await createConfirmedUser(product);
      for (const type of [purpose, 'email']) {
        const { token } = await createEmailTokens(product, id, purpose, email);
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

  it('are void after five wrong guesses, while the link in the same email keeps working', async () => {
    const { id, email } = await createConfirmedUser(product);
    const { token, token_hash } = await createEmailTokens(product, id, 'magiclink', email);
    const guesses = Array.from({ length: 5 }, () =>
      verify({ type: 'email', email, token: differentCode(token) }),
    );
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await verify({ type: 'email', email, token }).expect(403)).body).toEqual(WRONG);
    await verify({ type: 'magiclink', token_hash }).expect(200);
    expect((await listAuditActions(product, id)).filter((action) => action === 'code.rejected')).toHaveLength(
      6,
    );
  });

  it('do not work for another address, expire with their link, and return the same error for an unknown address', async () => {
    const [one, other] = [await createConfirmedUser(product), await createConfirmedUser(product)];
    const { token } = await createEmailTokens(product, one.id, 'magiclink', one.email);
    for (const email of [other.email, uniqueEmail()]) {
      expect((await verify({ type: 'email', email, token }).expect(403)).body).toEqual(WRONG);
    }
    const late = await createEmailTokens(product, one.id, 'magiclink', one.email);
    product.clock.advance(86_401);
    expect((await verify({ type: 'email', email: one.email, token: late.token }).expect(403)).body).toEqual(
      WRONG,
    );
  });

  it('are never included in the email after a payment', async () => {
    const user = await createPaidUser(product);
    const { token, token_hash } = await createEmailTokens(product, user.id, 'signup', user.email);
    expect(token).toBeUndefined();
    await verify({ type: 'payment', token_hash, password: user.password }).expect(200);
    const response = await verify({
      type: 'payment',
      email: user.email,
      token: '123456',
      report_unrecognized: true,
    });
    expect([response.status, response.body]).toEqual([403, WRONG]);
  });

  it('give a banned account nothing, neither on request nor with a correct code', async () => {
    const { id, email } = await createConfirmedUser(product);
    const { token } = await createEmailTokens(product, id, 'magiclink', email);
    await banUser(product, id);
    const before = (await listEvents(product, id)).length;
    await callAuth(product, 'post', '/otp').send({ email }).expect(200, {});
    expect(await listEvents(product, id)).toHaveLength(before);
    expect((await verify({ type: 'email', email, token }).expect(403)).body.code).toBe('user_banned');
  });

  it('create no account when the caller opts out, also by the older parameter name', async () => {
    const email = uniqueEmail();
    const response = await callAuth(product, 'post', '/otp').send({ email, create_user: false }).expect(422);
    expect(response.body).toEqual({ code: 'otp_disabled', message: 'Signups not allowed for otp' });
    const { email: known } = await createConfirmedUser(product);
    await callAuth(product, 'post', '/otp').send({ email: known, create_user: false }).expect(200, {});
    await callAuth(product, 'post', '/magiclink').send({ email }).expect(200, {});
    expect(await listEvents(product, await getUserId(product, email))).toMatchObject([
      { topic: 'user.confirmation_requested' },
    ]);
  });

  it('can be requested by twenty tabs simultaneously for one account', async () => {
    const email = uniqueEmail();
    const ask = () => callAuth(product, 'post', '/otp').send({ email });
    const responses = await Promise.all(Array.from({ length: 20 }, ask));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await listEvents(product, await getUserId(product, email))).toHaveLength(20);
  });

  it('void a password that someone else set later', async () => {
    const email = uniqueEmail();
    await callAuth(product, 'post', '/otp').send({ email }).expect(200, {});
    await callAuth(product, 'post', '/signup').send({ email, password: 'of a stranger' }).expect(200);
    const { token } = await createEmailTokens(product, await getUserId(product, email), 'signup', email);
    await verify({ type: 'signup', email, token }).expect(200);
    const rejected = await signIn(product, { email, password: 'of a stranger' }).expect(400);
    expect(rejected.body.code).toBe('invalid_credentials');
  });

  it('are not sent for an invalid request', async () => {
    const email = 'a@example.com';
    for (const body of [
      {},
      { email: 'invalid' },
      { email, phone: '+49170' },
      { email, channel: 'sms' },
      { email, code_challenge_method: 's256' },
      { email, data: { full_name: 'www.win.example' } },
    ]) {
      const response = await callAuth(product, 'post', '/otp').send(body).expect(400);
      expect([body, response.body.code]).toEqual([body, 'validation_failed']);
    }
  });

  it('never match for a phone number or an overlong address', async () => {
    expect((await verify({ type: 'sms', token: '123456', phone: '+49170' }).expect(403)).body).toEqual(WRONG);
    const email = `${'x'.repeat(400)}@example.com`;
    expect((await verify({ type: 'email', token: '123456', email }).expect(403)).body).toEqual(WRONG);
  });
});

describe('an installation with limits that hides registered addresses', () => {
  const product = useFixture(startTestProduct, { ...SPACED, AUTH_HIDE_EXISTING_ACCOUNTS: 'on' });

  const send = (path: string, body: object) =>
    callAuth(product, 'post', path).set('X-Forwarded-For', uniqueIpAddress()).send(body);

  it('responds alike for known and unknown addresses, also to a repeated request, and creates no account', async () => {
    const { email: known } = await createPaidUser(product);
    const unknown = uniqueEmail();
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

  it('stops guesses at an address from many clients, known or not, while its links keep working', async () => {
    const { id, email } = await createPaidUser(product);
    for (const address of [email, uniqueEmail()]) {
      for (let times = 0; times < 10; times++) {
        await send('/verify', { type: 'email', email: address, token: '000000' }).expect(403);
      }
      const rejected = await send('/verify', { type: 'email', email: address, token: '000000' }).expect(429);
      expect(rejected.body.code).toBe('over_request_rate_limit');
    }
    const { token_hash } = await createEmailTokens(product, id, 'recovery', email);
    await send('/verify', { type: 'recovery', token_hash }).expect(200);
  });
});
