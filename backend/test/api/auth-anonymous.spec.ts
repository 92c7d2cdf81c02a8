import type { GoTrueClient } from '@supabase/auth-js';
import request from 'supertest';
import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  AUTOCONFIRM_WITHOUT_KEYS,
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  LIMITED,
  listEvents,
  PASSWORD,
  uniqueEmail,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { shared, useShared } from '../support/fixtures.js';

describe('anonymous sign-in', () => {
  const product = useShared(startTestProduct, LIMITED);

  const anonymous = async (client: GoTrueClient = authClient(product)) => {
    const { data, error } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } });
    expect(error).toBeNull();
    return { client, id: data.user!.id, token: data.session!.access_token };
  };

  /** Link token and code of the email that confirms the requested address. */
  const emailChangeTokens = async (userId: string, newEmail: string) => {
    const links = product.api.get(OneTimeLinks);
    const input = { userId, purpose: 'email_change' as const, address: newEmail, newEmail };
    const { url, code } = await links.mint(input);
    return { token_hash: new URL(url).searchParams.get('token')!, token: code! };
  };

  it('creates a session whose user is marked anonymous in every response', async () => {
    const { client, id } = await anonymous();
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      id,
      email: '',
      phone: '',
      is_anonymous: true,
      app_metadata: {},
      user_metadata: { theme: 'dark' },
      identities: [],
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ is_anonymous: true, aal: 'aal1', amr: [{ method: 'anonymous' }] });
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.updateUser({ data: { theme: 'light' } })).data.user?.user_metadata).toEqual({
      theme: 'light',
    });
    const { body } = await callAuth(product, 'get', '/settings').expect(200);
    expect(body.external.anonymous_users).toBe(true);
  });

  it('converts to a permanent user only through the email to the new address, keeping account and session', async () => {
    const { client, id } = await anonymous();
    const email = uniqueEmail();
    const asked = await client.updateUser({ email, password: PASSWORD });
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({ id, email: '', new_email: email, is_anonymous: true });
    const early = await authClient(product).signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ code: 'invalid_credentials' });
    const { token } = await emailChangeTokens(id, email);

    const { data, error } = await authClient(product).verifyOtp({ type: 'email_change', email, token });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email, identity_data: { email, email_verified: true, sub: id } }],
    });
    expect(data.user!.email_confirmed_at).toBeDefined();
    expect((await client.refreshSession()).data.user).toMatchObject({ id, is_anonymous: false });
    const back = await authClient(product).signInWithPassword({ email, password: PASSWORD });
    expect(back.data.user?.id).toBe(id);
    const topics = (await listEvents(product, id)).map(({ topic }) => topic);
    expect(topics).toContain('user.confirmed');
    expect(topics).not.toContain('user.email_changed');
    expect(await listAuditActions(product, id)).toEqual(
      expect.arrayContaining(['user.created', 'user.email_changed', 'user.email_confirmed']),
    );
  });

  it('does not accept an address that is already in use, or that was taken in the meantime', async () => {
    const existing = await createConfirmedUser(product);
    const { client, id } = await anonymous();
    expect((await client.updateUser({ email: existing.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    const email = uniqueEmail();
    await client.updateUser({ email });
    const { token_hash } = await emailChangeTokens(id, email);
    await createConfirmedUser(product, email);
    const late = await callAuth(product, 'post', '/verify').send({ type: 'email_change', token_hash });
    expect([late.status, late.body.code]).toEqual([422, 'email_exists']);
  });

  it('does not allow passwords, MFA factors, recovery codes or email codes', async () => {
    const { client, token } = await anonymous();
    expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    });
    await callAuth(product, 'post', '/recovery-codes', token).expect(403);
    expect((await client.reauthenticate()).error).toMatchObject({ status: 400, code: 'validation_failed' });
    const subscription = await request(product.url)
      .post('/api/functions/v1/check-subscription')
      .set('Authorization', `Bearer ${token}`)
      .send({});
    expect(subscription.body).toMatchObject({ subscription_tier: null });
  });

  it('loses the account on sign-out', async () => {
    const { client, token } = await anonymous();
    expect((await client.signOut()).error).toBeNull();
    await callAuth(product, 'get', '/user', token).expect(403);
  });

  it('creates a limited number of users for an address', async () => {
    const signInAnonymously = (address: string) =>
      callAuth(product, 'post', '/signup').set('X-Forwarded-For', address).send({ data: {} });
    for (let times = 0; times < 30; times++) await signInAnonymously('10.1.1.1').expect(200);
    product.clock.advance(301);
    const rejected = await signInAnonymously('10.1.1.1').expect(429);
    expect(rejected.body.code).toBe('over_request_rate_limit');
    expect(Number(rejected.get('Retry-After'))).toBeGreaterThan(0);
    await signInAnonymously('10.1.1.2').expect(200);
  });
});

describe('anonymous sign-in without confirmations', () => {
  it('converts the user immediately when confirmation is not required', async () => {
    const autoConfirming = await shared(startTestProduct, AUTOCONFIRM_WITHOUT_KEYS);
    const client = authClient(autoConfirming);
    const { data } = await client.signInAnonymously();
    const email = uniqueEmail();
    const changed = await client.updateUser({ email, password: PASSWORD });
    expect(changed.data.user).toMatchObject({ id: data.user!.id, email, is_anonymous: false });
    expect(changed.data.user?.email_confirmed_at).toBeDefined();
    const topics = (await listEvents(autoConfirming, data.user!.id)).map(({ topic }) => topic);
    expect(topics).not.toContain('user.email_change_requested');
    expect(
      (await authClient(autoConfirming).signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
  });
});
