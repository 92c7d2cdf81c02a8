import type { GoTrueClient } from '@supabase/auth-js';
import { randomInt } from 'node:crypto';
import { PurgeSmsMessages } from '../../src/modules/notifications/sms/purge-sms-messages.task.js';
import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  AUTOCONFIRM_WITHOUT_KEYS,
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  listEvents,
  PASSWORD,
  createPaidUser,
  signIn,
  SPACED,
  uniqueEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { signedInClient, getAccessToken } from '../support/factors.js';
import { signClientKey } from '../support/service-key.js';
import { startSmsFixture } from '../support/sms-provider.js';
import { startTestProduct } from '../support/test-product.js';
import { shared, useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const uniquePhone = (): string => `1555${String(randomInt(10 ** 7)).padStart(7, '0')}`;

describe('phone numbers', () => {
  const product = useFixture(startSmsFixture, {
    AUTH_PHONE_ENABLED: 'on',
    AUTH_MFA_PHONE: 'on',
    AUTH_ANONYMOUS_ENABLED: 'on',
  });
  const worker = useWorker(product);

  const messagesTo = (phone: string) => product.sms.messages.filter(({ to }) => to.endsWith(`+${phone}`));
  /** The code in the nth message to a number. */
  const codeTo = (phone: string, count = 1): Promise<string> =>
    eventually(async () => {
      expect(messagesTo(phone)).toHaveLength(count);
      return /^\d{6}/.exec(messagesTo(phone).at(-1)!.text)![0];
    });
  const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000');
  /** A user who signed up with a phone number and confirmed it. */
  const withPhone = async (phone = uniquePhone()) => {
    const client = authClient(product);
    expect((await client.signUp({ phone, password: PASSWORD })).error).toBeNull();
    const { data, error } = await client.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' });
    expect(error).toBeNull();
    return { phone, client, id: data.user!.id };
  };
  const signInByPhone = (phone: string, password = PASSWORD) =>
    authClient(product).signInWithPassword({ phone, password });

  it('sign up with a code sent by SMS, and sign in with the password', async () => {
    const phone = uniquePhone();
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
    expect((await signInByPhone(phone)).error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
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
    expect((await signInByPhone(`+${phone}`)).data.user?.phone).toBe(phone);
    expect((await signInByPhone(phone, 'wrong')).error).toMatchObject({ code: 'invalid_credentials' });
    expect((await authClient(product).signUp({ phone, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
    });
    expect((await callAuth(product, 'get', '/settings')).body).toMatchObject({
      external: { phone: true },
      sms_provider: 'twilio',
    });
  });

  it('sign in with only a code, known or not, unless the client opts out of new accounts', async () => {
    const phone = uniquePhone();
    const none = await authClient(product).signInWithOtp({ phone, options: { shouldCreateUser: false } });
    expect(none.error).toMatchObject({ status: 422, code: 'otp_disabled' });
    const asked = await authClient(product).signInWithOtp({ phone, options: { channel: 'whatsapp' } });
    expect(asked.error).toBeNull();
    const token = await codeTo(phone);
    expect(messagesTo(phone)[0]).toMatchObject({ to: `whatsapp:+${phone}`, from: 'whatsapp:+15550100100' });
    const first = await authClient(product).verifyOtp({ phone, token, type: 'sms' });
    expect(first.error).toBeNull();
    await authClient(product).signInWithOtp({ phone, options: { shouldCreateUser: false } });
    const repeated = await authClient(product).verifyOtp({
      phone,
      token: await codeTo(phone, 2),
      type: 'sms',
    });
    expect(repeated.data.user?.id).toBe(first.data.user!.id);
  });

  it('get codes that work once, for a minute, and only for that number', async () => {
    const { phone } = await withPhone();
    const other = await withPhone();
    const verify = (token: string, number = phone) =>
      authClient(product).verifyOtp({ phone: number, token, type: 'sms' });
    const expired = { status: 403, code: 'otp_expired' };
    await authClient(product).signInWithOtp({ phone });
    const token = await codeTo(phone, 2);
    expect((await verify(wrongCodeFor(token))).error).toMatchObject(expired);
    expect((await verify(token, other.phone)).error).toMatchObject(expired);
    expect((await verify(token, uniquePhone())).error).toMatchObject(expired);
    const email = await callAuth(product, 'post', '/verify').send({
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

  it('registered by someone else belong to their owner once confirmed', async () => {
    const phone = uniquePhone();
    await authClient(product).signUp({ phone, password: 'of the stranger' });
    await codeTo(phone);
    await authClient(product).signInWithOtp({ phone });
    const owner = await authClient(product).verifyOtp({ phone, token: await codeTo(phone, 2), type: 'sms' });
    expect(owner.error).toBeNull();
    expect((await signInByPhone(phone, 'of the stranger')).error).toMatchObject({
      code: 'invalid_credentials',
    });
    expect(owner.data.user?.app_metadata).toMatchObject({ provider: 'phone', providers: ['phone'] });
  });

  it('get their code again for a pending sign-up only', async () => {
    const phone = uniquePhone();
    await authClient(product).signUp({ phone, password: PASSWORD });
    await codeTo(phone);
    expect((await authClient(product).resend({ type: 'sms', phone })).error).toBeNull();
    const token = await codeTo(phone, 2);
    expect((await authClient(product).verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    expect((await signInByPhone(phone)).error).toBeNull();
    for (const number of [phone, uniquePhone()]) {
      expect((await authClient(product).resend({ type: 'sms', phone: number })).error).toBeNull();
    }
    const rows = await product.database.query({
      text: `select 1 from outbox_events where topic = 'user.sms_requested' and payload ->> 'phone' = $1`,
      values: [phone],
    });
    expect(rows).toHaveLength(2);
  });

  it('are added to an account with a code, unless in use or while the email is unconfirmed', async () => {
    const { phone: existing } = await withPhone();
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    expect((await client.updateUser({ phone: existing })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    const phone = uniquePhone();
    const asked = await client.updateUser({ phone: `+${phone}` });
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: phone });
    const token = await codeTo(phone);
    expect((await client.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({
      code: 'otp_expired',
    });

    const { data, error } = await client.verifyOtp({ phone, token, type: 'phone_change' });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: user.id,
      phone,
      email: user.email,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    expect(data.user?.new_phone).toBeUndefined();
    expect((await signInByPhone(phone)).data.user?.id).toBe(user.id);
    expect(await listAuditActions(product, user.id)).toEqual(
      expect.arrayContaining(['user.phone_change_requested', 'user.phone_changed']),
    );
    const paid = await signedInClient(product, await createPaidUser(product));
    expect((await paid.updateUser({ phone: uniquePhone() })).error).toMatchObject({
      code: 'email_not_confirmed',
    });
  });

  it('convert an anonymous user, who can add an email later', async () => {
    const client = authClient(product);
    const { data: anonymous } = await client.signInAnonymously();
    const phone = uniquePhone();
    expect((await client.updateUser({ phone, password: PASSWORD })).error).toBeNull();
    const token = await codeTo(phone);
    const { data } = await client.verifyOtp({ phone, token, type: 'phone_change' });
    expect(data.user).toMatchObject({
      id: anonymous.user!.id,
      phone,
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    const email = uniqueEmail();
    expect((await client.updateUser({ email })).error).toBeNull();
    const userId = anonymous.user!.id;
    const input = { userId, purpose: 'email_change' as const, address: email, newEmail: email };
    const { code } = await product.api.get(OneTimeLinks).mint(input);
    const changed = await client.verifyOtp({ type: 'email_change', email, token: code! });
    expect(changed.data.user).toMatchObject({
      email,
      phone,
      app_metadata: { provider: 'phone', providers: ['phone', 'email'] },
    });
    expect((await signIn(product, { email, password: PASSWORD })).status).toBe(200);
    expect((await signInByPhone(phone)).error).toBeNull();
  });

  it('receive the recovery code when the account has no email', async () => {
    const { phone, client } = await withPhone();
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = await codeTo(phone, 2);
    expect(
      (await client.updateUser({ password: 'a second password', nonce: wrongCodeFor(nonce) })).error,
    ).toMatchObject({
      code: 'reauthentication_not_valid',
    });
    expect((await client.updateUser({ password: 'a second password', nonce })).error).toBeNull();
    expect((await signInByPhone(phone, 'a second password')).error).toBeNull();
  });

  describe('as MFA factors', () => {
    const enrolled = async () => {
      const user = await createConfirmedUser(product);
      const client = await signedInClient(product, user);
      const phone = uniquePhone();
      const { data, error } = await client.mfa.enroll({
        factorType: 'phone',
        phone: `+${phone}`,
        friendlyName: 'mine',
      });
      expect(error).toBeNull();
      expect(data).toMatchObject({ type: 'phone', phone, friendly_name: 'mine' });
      return { user, client, phone, factorId: data!.id };
    };
    const verifyFactor = async (client: GoTrueClient, factorId: string, phone: string, count: number) => {
      const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' });
      expect(error).toBeNull();
      const code = await codeTo(phone, count);
      return { challengeId: data!.id, code };
    };

    it('become active with the first code and raise the session to aal2', async () => {
      const { user, client, phone, factorId } = await enrolled();
      const { challengeId, code } = await verifyFactor(client, factorId, phone, 1);
      const wrong = await client.mfa.verify({ factorId, challengeId, code: wrongCodeFor(code) });
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
      const repeated = await client.mfa.verify({ factorId, challengeId, code });
      expect(repeated.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
      const twice = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'again' });
      expect(twice.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
      const low = await signedInClient(product, user);
      expect((await low.updateUser({ phone: uniquePhone() })).error).toMatchObject({
        code: 'insufficient_aal',
      });
      const next = await verifyFactor(low, factorId, phone, 2);
      expect((await low.mfa.verify({ factorId, ...next })).error).toBeNull();
    });

    it('reject a code of another challenge and an expired code', async () => {
      const { client, phone, factorId } = await enrolled();
      const first = await verifyFactor(client, factorId, phone, 1);
      const second = await verifyFactor(client, factorId, phone, 2);
      const mixed = { factorId, challengeId: second.challengeId, code: first.code };
      const same = first.code === second.code;
      expect((await client.mfa.verify(mixed)).error?.code).toBe(same ? undefined : 'mfa_verification_failed');
      const late = await verifyFactor(client, factorId, phone, 3);
      product.clock.advance(301);
      expect((await client.mfa.verify({ factorId, ...late })).error).toMatchObject({
        code: 'mfa_challenge_expired',
      });
    });

    it('are changed by the operator: the owner is notified, and sessions must verify again', async () => {
      const { user, client, phone: oldPhone, factorId } = await enrolled();
      const challenged = await verifyFactor(client, factorId, oldPhone, 1);
      expect((await client.mfa.verify({ factorId, ...challenged })).error).toBeNull();
      const pending = await client.mfa.challenge({ factorId });
      const before = (await listEvents(product, user.id)).length;
      const phone = uniquePhone();
      const key = await signClientKey('service_role');

      const { body } = await callAuth(product, 'put', `/admin/users/${user.id}/factors/${factorId}`, key)
        .send({ phone: `+${phone}` })
        .expect(200);

      expect(body).toMatchObject({ id: factorId, phone, status: 'verified' });
      expect((await listEvents(product, user.id)).slice(before).map(({ topic }) => topic)).toContain(
        'user.mfa_factor_enrolled',
      );
      await client.refreshSession();
      expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
        currentLevel: 'aal1',
        nextLevel: 'aal2',
      });
      const stale = { factorId, challengeId: pending.data!.id, code: '123456' };
      expect((await client.mfa.verify(stale)).error?.code).toBe('mfa_factor_not_found');
      const next = await verifyFactor(client, factorId, phone, 1);
      expect((await client.mfa.verify({ factorId, ...next })).error).toBeNull();
    });
  });

  it('have no codes in the database, and are deleted together with their messages after thirty days', async () => {
    const phone = uniquePhone();
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

    const task = worker.get(PurgeSmsMessages);
    const stored = () =>
      product.database.query({
        text: 'select status from sms_messages where recipient = $1',
        values: [phone],
      });
    await eventually(async () => expect(await stored()).toEqual([{ status: 'sent' }]));
    await task.run();
    expect(await stored()).toHaveLength(1);
    product.clock.advance(2_592_001);
    await task.run();
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['/signup', { phone: '0170', password: PASSWORD }, 'Invalid phone number format (E.164 required)'],
    [
      '/signup',
      { phone: '15550100199', email: 'a@example.com', password: PASSWORD },
      'Only an email address',
    ],
    ['/signup', { phone: '15550100199', password: PASSWORD, channel: 'pigeon' }, 'Invalid channel'],
    ['/otp', { email: 'a@example.com', channel: 'sms' }, 'Channel should only be specified'],
    ['/verify', { type: 'sms', token: '123456' }, 'Only a token and a phone number'],
    ['/resend', { type: 'sms' }, 'Invalid phone number format'],
  ])('reject %s %j', async (path, body, message) => {
    const { status, body: response } = await callAuth(product, 'post', path).send(body);
    expect([status, response.code]).toEqual([400, 'validation_failed']);
    expect(response.message).toContain(message);
  });
});

describe('phone configuration', () => {
  it('rejects every call when phone sign-in is disabled', async () => {
    const product = await shared(startTestProduct);
    const phone = uniquePhone();
    const client = await signedInClient(product, await createConfirmedUser(product));
    const token = await getAccessToken(client);
    const errors = await Promise.all([
      callAuth(product, 'post', '/signup').send({ phone, password: PASSWORD }),
      callAuth(product, 'post', '/otp').send({ phone }),
      callAuth(product, 'post', '/resend').send({ type: 'sms', phone }),
      callAuth(product, 'put', '/user', token).send({ phone }),
      callAuth(product, 'post', '/token?grant_type=password').send({ phone, password: PASSWORD }),
    ]);
    expect(errors.map(({ status, body }) => [status, body.code])).toEqual([
      ...Array.from({ length: 4 }, () => [400, 'phone_provider_disabled']),
      [422, 'phone_provider_disabled'],
    ]);
    const verify = await callAuth(product, 'post', '/verify').send({ type: 'sms', phone, token: '123456' });
    expect([verify.status, verify.body.code]).toEqual([403, 'otp_expired']);
    expect((await client.mfa.enroll({ factorType: 'phone', phone })).error).toMatchObject({
      code: 'mfa_phone_enroll_not_enabled',
    });
  });

  it('sends nothing to test numbers, which still have limits', async () => {
    const product = await shared(startTestProduct, SPACED);
    const phone = '15550100199';
    expect((await authClient(product).signInWithOtp({ phone })).error).toBeNull();
    const repeated = await callAuth(product, 'post', '/otp').send({ phone }).expect(429);
    expect(repeated.body.code).toBe('over_sms_send_rate_limit');
    expect(Number(repeated.get('Retry-After'))).toBeGreaterThan(50);
    const { data } = await authClient(product).verifyOtp({ phone, token: '424242', type: 'sms' });
    expect(data.user?.phone).toBe(phone);
    const events = await product.database.query({
      text: `select 1 from outbox_events where topic = 'user.sms_requested'`,
    });
    expect(events).toEqual([]);
  });

  it('has nothing to resend to an unknown number, even without an SMS provider', async () => {
    const product = await shared(startTestProduct, SPACED);
    for (const type of ['sms', 'phone_change']) {
      const phone = uniquePhone();
      await callAuth(product, 'post', '/resend').send({ type, phone }).expect(200, {});
      await callAuth(product, 'post', '/resend').send({ type, phone }).expect(429);
    }
    const phone = uniquePhone();
    const { body } = await callAuth(product, 'post', '/admin/users', await signClientKey('service_role'))
      .send({ phone })
      .expect(200);
    expect(body.phone).toBe(phone);
    const pending = await callAuth(product, 'post', '/resend').send({ type: 'sms', phone }).expect(422);
    expect(pending.body.code).toBe('sms_send_failed');
  });

  it('signs in immediately when numbers need no confirmation', async () => {
    const product = await shared(startTestProduct, AUTOCONFIRM_WITHOUT_KEYS);
    const phone = uniquePhone();
    const { data, error } = await authClient(product).signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    const client = authClient(product);
    expect((await client.signUp({ email: uniqueEmail(), password: PASSWORD })).error).toBeNull();
    const another = uniquePhone();
    expect((await client.updateUser({ phone: another })).data.user?.phone).toBe(another);
  });
});
