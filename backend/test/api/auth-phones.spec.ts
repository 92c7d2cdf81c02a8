import type { GoTrueClient } from '@supabase/auth-js';
import { randomInt } from 'node:crypto';
import { PurgeSmsMessages } from '../../src/modules/notifications/handlers/purge-sms-messages.task.js';
import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  auditOf,
  authClient,
  call,
  confirmedPerson,
  PASSWORD,
  paidPerson,
  signIn,
  someEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { signedInClient, tokenOf } from '../support/factors.js';
import { startSmsProvider, type SmsProvider } from '../support/sms-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const somePhone = (): string => `1555${String(randomInt(10 ** 7)).padStart(7, '0')}`;
const settingsFor = (provider: SmsProvider): Record<string, string> => ({
  AUTH_PHONE_ENABLED: 'on',
  AUTH_MFA_PHONE: 'on',
  AUTH_ANONYMOUS_ENABLED: 'on',
  AUTH_SMS_PROVIDER: 'twilio',
  AUTH_TWILIO_ACCOUNT_SID: 'AC123',
  AUTH_TWILIO_AUTH_TOKEN: 'a secret token',
  AUTH_TWILIO_FROM: '+15550100100',
  AUTH_TWILIO_API_URL: provider.url,
});

describe('a phone number', () => {
  let provider: SmsProvider;
  let product: TestProduct;
  beforeAll(async () => {
    provider = await startSmsProvider();
    product = await startTestProduct(settingsFor(provider));
    await product.startWorker();
  });
  afterAll(async () => {
    await product?.stop();
    await provider?.close();
  });

  const messagesTo = (phone: string) => provider.messages.filter(({ to }) => to.endsWith(`+${phone}`));
  /** The code of the message that arrives as the nth. */
  const codeTo = (phone: string, count = 1): Promise<string> =>
    eventually(async () => {
      expect(messagesTo(phone)).toHaveLength(count);
      return /^\d{6}/.exec(messagesTo(phone).at(-1)!.text)![0];
    });
  const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
  /** Someone who signed up with a number and showed that he has it. */
  const withPhone = async (phone = somePhone()) => {
    const client = authClient(product);
    expect((await client.signUp({ phone, password: PASSWORD })).error).toBeNull();
    const { data, error } = await client.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' });
    expect(error).toBeNull();
    return { phone, client, id: data.user!.id };
  };
  const come = (phone: string, password = PASSWORD) =>
    authClient(product).signInWithPassword({ phone, password });

  it('signs up with a code that arrives by message, and signs in with the password', async () => {
    const phone = somePhone();
    const client = authClient(product);
    const { data, error } = await client.signUp({
      phone: `+${phone}`,
      password: PASSWORD,
      options: { data: { full_name: 'Ada' } },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      session: null,
      user: { phone, email: '', user_metadata: { full_name: 'Ada' } },
    });
    expect((await come(phone)).error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
    const token = await codeTo(phone);
    expect(messagesTo(phone)[0]).toEqual({
      path: '/2010-04-01/Accounts/AC123/Messages.json',
      authorization: `Basic ${Buffer.from('AC123:a secret token').toString('base64')}`,
      to: `+${phone}`,
      from: '+15550100100',
      text: `${token} is your verification code for the product. It expires in 1 minute. Never share this code.`,
    });

    const verified = await client.verifyOtp({ phone, token, type: 'sms' });

    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ phone, email: '', amr: [{ method: 'otp' }] });
    expect((await come(`+${phone}`)).data.user?.phone).toBe(phone);
    expect((await come(phone, 'wrong')).error).toMatchObject({ code: 'invalid_credentials' });
    expect((await authClient(product).signUp({ phone, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
    });
    expect((await call(product, 'get', '/settings')).body).toMatchObject({
      external: { phone: true },
      sms_provider: 'twilio',
    });
  });

  it('signs in with a code alone, known or not, unless the client wants no new accounts', async () => {
    const phone = somePhone();
    const none = await authClient(product).signInWithOtp({ phone, options: { shouldCreateUser: false } });
    expect(none.error).toMatchObject({ status: 422, code: 'otp_disabled' });
    const asked = await authClient(product).signInWithOtp({ phone, options: { channel: 'whatsapp' } });
    expect(asked.error).toBeNull();
    const token = await codeTo(phone);
    expect(messagesTo(phone)[0]).toMatchObject({ to: `whatsapp:+${phone}`, from: 'whatsapp:+15550100100' });
    const first = await authClient(product).verifyOtp({ phone, token, type: 'sms' });
    expect(first.error).toBeNull();
    await authClient(product).signInWithOtp({ phone, options: { shouldCreateUser: false } });
    const again = await authClient(product).verifyOtp({ phone, token: await codeTo(phone, 2), type: 'sms' });
    expect(again.data.user?.id).toBe(first.data.user!.id);
  });

  it('has codes that work once, for a minute, for it alone', async () => {
    const { phone } = await withPhone();
    const other = await withPhone();
    const verify = (token: string, number = phone) =>
      authClient(product).verifyOtp({ phone: number, token, type: 'sms' });
    const expired = { status: 403, code: 'otp_expired' };
    await authClient(product).signInWithOtp({ phone });
    const token = await codeTo(phone, 2);
    expect((await verify(wrongFor(token))).error).toMatchObject(expired);
    expect((await verify(token, other.phone)).error).toMatchObject(expired);
    expect((await verify(token, somePhone())).error).toMatchObject(expired);
    const email = await call(product, 'post', '/verify').send({
      type: 'magiclink',
      email: 'a@example.com',
      token,
    });
    expect(email.status).toBe(403);
    expect((await verify(token)).error).toBeNull();
    expect((await verify(token)).error).toMatchObject(expired);
    await authClient(product).signInWithOtp({ phone });
    const late = await codeTo(phone, 3);
    product.clock.advance(61);
    expect((await verify(late)).error).toMatchObject(expired);
  });

  it('that a stranger signed up with is its owner’s alone once he shows that he has it', async () => {
    const phone = somePhone();
    await authClient(product).signUp({ phone, password: 'of the stranger' });
    await codeTo(phone);
    await authClient(product).signInWithOtp({ phone });
    const owner = await authClient(product).verifyOtp({ phone, token: await codeTo(phone, 2), type: 'sms' });
    expect(owner.error).toBeNull();
    expect((await come(phone, 'of the stranger')).error).toMatchObject({ code: 'invalid_credentials' });
    expect(owner.data.user?.app_metadata).toMatchObject({ provider: 'phone', providers: ['phone'] });
  });

  it('is sent its code again, for a sign-up that waits, and not for one that does not', async () => {
    const phone = somePhone();
    await authClient(product).signUp({ phone, password: PASSWORD });
    await codeTo(phone);
    expect((await authClient(product).resend({ type: 'sms', phone })).error).toBeNull();
    const token = await codeTo(phone, 2);
    expect((await authClient(product).verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    expect((await come(phone)).error).toBeNull();
    for (const number of [phone, somePhone()]) {
      expect((await authClient(product).resend({ type: 'sms', phone: number })).error).toBeNull();
    }
    const rows = await product.database.query({
      text: `select 1 from outbox_events where topic = 'user.sms_requested' and payload ->> 'phone' = $1`,
      values: [phone],
    });
    expect(rows).toHaveLength(2);
  });

  it('is added to an account by a code, and not when it is taken or the address is unconfirmed', async () => {
    const { phone: taken } = await withPhone();
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    expect((await client.updateUser({ phone: taken })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    const phone = somePhone();
    const asked = await client.updateUser({ phone: `+${phone}` });
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: phone });
    const token = await codeTo(phone);
    expect((await client.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({
      code: 'otp_expired',
    });

    const { data, error } = await client.verifyOtp({ phone, token, type: 'phone_change' });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: person.id,
      phone,
      email: person.email,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    expect(data.user?.new_phone).toBeUndefined();
    expect((await come(phone)).data.user?.id).toBe(person.id);
    expect(await auditOf(product, person.id)).toEqual(
      expect.arrayContaining(['user.phone_change_requested', 'user.phone_changed']),
    );
    const paid = await signedInClient(product, await paidPerson(product));
    expect((await paid.updateUser({ phone: somePhone() })).error).toMatchObject({
      code: 'email_not_confirmed',
    });
  });

  it('makes a person of an anonymous account, which may have an address later', async () => {
    const client = authClient(product);
    const { data: anonymous } = await client.signInAnonymously();
    const phone = somePhone();
    expect((await client.updateUser({ phone, password: PASSWORD })).error).toBeNull();
    const token = await codeTo(phone);
    const { data } = await client.verifyOtp({ phone, token, type: 'phone_change' });
    expect(data.user).toMatchObject({
      id: anonymous.user!.id,
      phone,
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    const email = someEmail();
    expect((await client.updateUser({ email })).error).toBeNull();
    const userId = anonymous.user!.id;
    const input = { userId, purpose: 'email_change' as const, address: email, newEmail: email };
    const { code } = await product.api.get(OneTimeLinks, { strict: false }).mint(input);
    const changed = await client.verifyOtp({ type: 'email_change', email, token: code! });
    expect(changed.data.user).toMatchObject({
      email,
      phone,
      app_metadata: { provider: 'phone', providers: ['phone', 'email'] },
    });
    expect((await signIn(product, { email, password: PASSWORD })).status).toBe(200);
    expect((await come(phone)).error).toBeNull();
  });

  it('without an address gets the digits for a new password', async () => {
    const { phone, client } = await withPhone();
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = await codeTo(phone, 2);
    expect(
      (await client.updateUser({ password: 'chosen anew', nonce: wrongFor(nonce) })).error,
    ).toMatchObject({
      code: 'reauthentication_not_valid',
    });
    expect((await client.updateUser({ password: 'chosen anew', nonce })).error).toBeNull();
    expect((await come(phone, 'chosen anew')).error).toBeNull();
  });

  describe('as second factor', () => {
    const enrolled = async () => {
      const person = await confirmedPerson(product);
      const client = await signedInClient(product, person);
      const phone = somePhone();
      const { data, error } = await client.mfa.enroll({
        factorType: 'phone',
        phone: `+${phone}`,
        friendlyName: 'mine',
      });
      expect(error).toBeNull();
      expect(data).toMatchObject({ type: 'phone', phone, friendly_name: 'mine' });
      return { person, client, phone, factorId: data!.id };
    };
    const show = async (client: GoTrueClient, factorId: string, phone: string, count: number) => {
      const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' });
      expect(error).toBeNull();
      const code = await codeTo(phone, count);
      return { challengeId: data!.id, code };
    };

    it('counts from its first code on, and lifts the session', async () => {
      const { person, client, phone, factorId } = await enrolled();
      const { challengeId, code } = await show(client, factorId, phone, 1);
      const wrong = await client.mfa.verify({ factorId, challengeId, code: wrongFor(code) });
      expect(wrong.error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid MFA Phone code entered',
      });
      expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
      const { data: claims } = await client.getClaims();
      expect(claims?.claims).toMatchObject({
        aal: 'aal2',
        amr: [{ method: 'mfa/phone' }, { method: 'password' }],
      });
      expect((await client.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, phone }]);
      const again = await client.mfa.verify({ factorId, challengeId, code });
      expect(again.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
      const twice = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'again' });
      expect(twice.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
      const low = await signedInClient(product, person);
      expect((await low.updateUser({ phone: somePhone() })).error).toMatchObject({
        code: 'insufficient_aal',
      });
      const next = await show(low, factorId, phone, 2);
      expect((await low.mfa.verify({ factorId, ...next })).error).toBeNull();
    });

    it('takes no code of another challenge, and none that is late', async () => {
      const { client, phone, factorId } = await enrolled();
      const first = await show(client, factorId, phone, 1);
      const second = await show(client, factorId, phone, 2);
      const mixed = { factorId, challengeId: second.challengeId, code: first.code };
      const same = first.code === second.code;
      expect((await client.mfa.verify(mixed)).error?.code).toBe(same ? undefined : 'mfa_verification_failed');
      const late = await show(client, factorId, phone, 3);
      product.clock.advance(301);
      expect((await client.mfa.verify({ factorId, ...late })).error).toMatchObject({
        code: 'mfa_challenge_expired',
      });
    });
  });

  it('gets its message although the provider stumbles, and an error is noted', async () => {
    const phone = somePhone();
    provider.trouble.push(503);
    await authClient(product).signInWithOtp({ phone });
    product.clock.advance(5);
    expect(await codeTo(phone)).toMatch(/^\d{6}$/);
    const rejected = somePhone();
    provider.trouble.push(400);
    await authClient(product).signInWithOtp({ phone: rejected });
    const row = await eventually(async () => {
      const [found] = await product.database.query<{ status: string; last_error: string }>({
        text: `select status, last_error from sms_messages where recipient = $1 and status <> 'queued'`,
        values: [rejected],
      });
      expect(found).toBeDefined();
      return found!;
    });
    expect(row).toEqual({ status: 'failed', last_error: '400 The number is not reachable' });
    expect(messagesTo(rejected)).toEqual([]);
  });

  it('is deleted with its messages after thirty days', async () => {
    const phone = somePhone();
    await authClient(product).signInWithOtp({ phone });
    await codeTo(phone);
    const worker = await product.startWorker();
    const task = worker.get(PurgeSmsMessages, { strict: false });
    const stored = () =>
      product.database.query({ text: 'select 1 from sms_messages where recipient = $1', values: [phone] });
    await task.run();
    expect(await stored()).toHaveLength(1);
    product.clock.advance(2_592_001);
    await task.run();
    expect(await stored()).toEqual([]);
  });

  it('has no code of its messages in the database', async () => {
    const phone = somePhone();
    await authClient(product).signInWithOtp({ phone });
    const code = await codeTo(phone);
    const [row] = await product.database.query<{ everything: string }>({
      text: `select coalesce((select json_agg(m)::text from sms_messages m where recipient = $1), '')
                    || (select json_agg(payload)::text from outbox_events where payload ->> 'phone' = $1)
                    || (select json_agg(t)::text from one_time_tokens t where recipient = $1) as everything`,
      values: [phone],
    });
    expect(row!.everything).toContain(phone);
    expect(row!.everything.replaceAll(phone, '')).not.toContain(`"${code}"`);
    expect(row!.everything).not.toContain(Buffer.from(code).toString('hex'));
  });

  it.each([
    ['/signup', { phone: '0170', password: PASSWORD }, 'Invalid phone number format (E.164 required)'],
    [
      '/signup',
      { phone: '15550100199', email: 'a@example.com', password: PASSWORD },
      'Only an email address',
    ],
    ['/signup', { phone: '15550100199' }, 'Signup requires a valid password'],
    ['/signup', { phone: '15550100199', password: PASSWORD, channel: 'pigeon' }, 'Invalid channel'],
    ['/otp', { phone: 'me' }, 'Invalid phone number format'],
    ['/otp', { email: 'a@example.com', channel: 'sms' }, 'Channel should only be specified'],
    ['/verify', { type: 'sms', token: '123456' }, 'Only a token and a phone number'],
    ['/verify', { type: 'sms', token: '123456', phone: 'me' }, 'Invalid phone number format'],
    ['/resend', { type: 'sms' }, 'Invalid phone number format'],
  ])('rejects %s %j', async (path, body, message) => {
    const { status, body: response } = await call(product, 'post', path).send(body);
    expect([status, response.code]).toEqual([400, 'validation_failed']);
    expect(response.message).toContain(message);
  });
});

describe('an installation', () => {
  it('without phones says so, to every call', async () => {
    const product = await startTestProduct();
    try {
      const phone = somePhone();
      const client = await signedInClient(product, await confirmedPerson(product));
      const token = await tokenOf(client);
      const errors = await Promise.all([
        call(product, 'post', '/signup').send({ phone, password: PASSWORD }),
        call(product, 'post', '/otp').send({ phone }),
        call(product, 'post', '/resend').send({ type: 'sms', phone }),
        call(product, 'put', '/user', token).send({ phone }),
        call(product, 'post', '/token?grant_type=password').send({ phone, password: PASSWORD }),
      ]);
      expect(errors.map(({ status, body }) => [status, body.code])).toEqual([
        ...Array.from({ length: 4 }, () => [400, 'phone_provider_disabled']),
        [422, 'phone_provider_disabled'],
      ]);
      const verify = await call(product, 'post', '/verify').send({ type: 'sms', phone, token: '123456' });
      expect([verify.status, verify.body.code]).toEqual([403, 'otp_expired']);
      expect((await client.mfa.enroll({ factorType: 'phone', phone })).error).toMatchObject({
        code: 'mfa_phone_enroll_not_enabled',
      });
    } finally {
      await product.stop();
    }
  });

  it('with numbers for tests sends them nothing, and keeps its limits', async () => {
    const product = await startTestProduct({
      AUTH_PHONE_ENABLED: 'on',
      AUTH_SMS_TEST_OTP: '15550100199:424242',
      AUTH_SEND_INTERVAL_SECONDS: '60',
      RATE_LIMITS: 'on',
    });
    try {
      const phone = '15550100199';
      expect((await authClient(product).signInWithOtp({ phone })).error).toBeNull();
      const again = await call(product, 'post', '/otp').send({ phone }).expect(429);
      expect(again.body.code).toBe('over_sms_send_rate_limit');
      expect(Number(again.get('Retry-After'))).toBeGreaterThan(50);
      const { data } = await authClient(product).verifyOtp({ phone, token: '424242', type: 'sms' });
      expect(data.user?.phone).toBe(phone);
      const events = await product.database.query({
        text: `select 1 from outbox_events where topic = 'user.sms_requested'`,
      });
      expect(events).toEqual([]);
    } finally {
      await product.stop();
    }
  });

  it('that asks for no proof of numbers signs in at once', async () => {
    const product = await startTestProduct({
      AUTH_PHONE_ENABLED: 'on',
      AUTH_SMS_AUTOCONFIRM: 'on',
      AUTH_SMS_TEST_OTP: '15550100199:424242',
    });
    try {
      const phone = somePhone();
      const { data, error } = await authClient(product).signUp({ phone, password: PASSWORD });
      expect(error).toBeNull();
      expect(data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
      const client = await signedInClient(product, await confirmedPerson(product));
      const another = somePhone();
      expect((await client.updateUser({ phone: another })).data.user?.phone).toBe(another);
    } finally {
      await product.stop();
    }
  });
});
