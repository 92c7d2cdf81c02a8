import type { GoTrueClient } from '@supabase/auth-js';
import { generateSync } from 'otplib';
import { randomUUID } from 'node:crypto';
import { Passwords } from '../../src/modules/auth/index.js';
import {
  listAuditActions,
  callAuth,
  createConfirmedUser,
  createEmailTokens,
  createPaidUser,
  LIMITED,
  listEvents,
  refresh,
  signIn,
  uniqueEmail,
  type TestUser,
} from '../support/auth.js';
import { createUserWithMfa, signedInClient } from '../support/factors.js';
import { startTestProduct } from '../support/test-product.js';
import { shared, useShared } from '../support/fixtures.js';

describe('an authenticator app', () => {
  const product = useShared(startTestProduct);

  /** The app's current code, or the code of another time step. */
  const codeFor = (secret: string, steps = 0): string =>
    generateSync({ secret, epoch: Math.floor(product.clock.now().getTime() / 1000) + 30 * steps });
  const wrongCodeFor = (secret: string): string => {
    const validCodes = [-2, -1, 0, 1, 2].map((steps) => codeFor(secret, steps));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (code) => !validCodes.includes(code),
    )!;
  };
  const enrollTotp = async (client: GoTrueClient, friendlyName = 'phone') => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    expect(error).toBeNull();
    return { id: data!.id, totp: data!.totp };
  };
  const verifyCode = (client: GoTrueClient, factorId: string, code: string) =>
    client.mfa.challengeAndVerify({ factorId, code });
  const getAssuranceLevel = async (client: GoTrueClient) =>
    (await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;

  it('is enrolled by QR code or secret, stored encrypted, becomes active with its first code, and raises the session to aal2', async () => {
    const user = await createConfirmedUser(product);
    const [client, other] = [await signedInClient(product, user), await signedInClient(product, user)];
    const { id, totp } = await enrollTotp(client);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const uri = new URL(totp.uri);
    expect(uri.searchParams.get('secret')).toBe(totp.secret);
    expect(decodeURIComponent(uri.pathname)).toContain(user.email);
    expect((await client.mfa.listFactors()).data?.totp).toEqual([]);
    const before = (await client.getSession()).data.session!;

    const { data, error } = await verifyCode(client, id, codeFor(totp.secret));

    expect(error).toBeNull();
    expect(data!.user.factors).toEqual([
      expect.objectContaining({
        id,
        status: 'verified',
        factor_type: 'totp',
        friendly_name: 'phone',
        last_challenged_at: expect.any(String),
      }),
    ]);
    expect(await getAssuranceLevel(client)).toBe('aal2');
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toEqual([
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ]);
    expect((await other.getUser()).data.user).toBeNull();
    expect((await refresh(product, before.refresh_token).expect(400)).body.code).toBe(
      'refresh_token_not_found',
    );
    expect((await client.refreshSession()).error).toBeNull();
    expect(await getAssuranceLevel(client)).toBe('aal2');
    expect(await listAuditActions(product, user.id)).toEqual(
      expect.arrayContaining(['factor.enrolled', 'factor.enrolled', 'factor.verified']),
    );
    const [stored] = await product.database.query<{ row: string; secret: Buffer }>({
      text: 'select factors::text as row, secret from factors where id = $1',
      values: [id],
    });
    expect(`${stored!.row} ${stored!.secret.toString('latin1')}`).not.toContain(totp.secret);

    const another = await enrollTotp(client, 'tablet');
    expect((await verifyCode(client, another.id, codeFor(another.totp.secret))).error).toBeNull();
    const enrolled = (await listEvents(product, user.id)).filter(
      ({ topic }) => topic === 'user.mfa_factor_enrolled',
    );
    expect(enrolled.map(({ payload }) => payload)).toMatchObject([
      { additional: false },
      { additional: true },
    ]);
  });

  it('is required at the next sign-in; until then, password, email and factors cannot be changed', async () => {
    const { user, factorId, secret } = await createUserWithMfa(product);
    const client = await signedInClient(product, user);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    for (const change of [{ password: 'chosen by an attacker' }, { email: uniqueEmail() }]) {
      expect((await client.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    }
    expect((await client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    const enrollment = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'attacker' });
    expect(enrollment.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await verifyCode(client, factorId, codeFor(secret))).error).toBeNull();
    expect((await client.updateUser({ password: 'chosen by the owner' })).error).toBeNull();
  });

  it('accepts a code once, even if sent ten times concurrently, and rejects those of another time step and wrong ones', async () => {
    const { user, client, factorId, secret } = await createUserWithMfa(product);
    const token = (await client.getSession()).data.session!.access_token;
    const { data: challenge } = await client.mfa.challenge({ factorId });
    const used = codeFor(secret);
    const path = `/factors/${factorId}/verify`;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        callAuth(product, 'post', path, token).send({ challenge_id: challenge!.id, code: used }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const code of [
      used,
      codeFor(secret, -1),
      codeFor(secret, 2),
      codeFor(secret, -3),
      wrongCodeFor(secret),
      'abc',
    ]) {
      expect((await verifyCode(client, factorId, code)).error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      });
    }
    expect(await listAuditActions(product, user.id)).toContain('factor.rejected');
    expect((await verifyCode(client, factorId, codeFor(secret, 1))).error).toBeNull();
  });

  it('accepts only its own challenges, and only for five minutes', async () => {
    const [own, other] = [await createUserWithMfa(product), await createUserWithMfa(product)];
    const { data: otherChallenge } = await other.client.mfa.challenge({ factorId: other.factorId });
    const verify = (challengeId: string, factorId = own.factorId) =>
      own.client.mfa.verify({ factorId, challengeId, code: codeFor(own.secret) });
    expect((await verify(otherChallenge!.id)).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    expect((await verify(otherChallenge!.id, other.factorId)).error).toMatchObject({
      code: 'mfa_factor_not_found',
    });
    const { data: expiring } = await own.client.mfa.challenge({ factorId: own.factorId });
    expect(expiring!.expires_at).toBeGreaterThan(product.clock.now().getTime() / 1000);
    product.clock.advance(301);
    expect((await verify(expiring!.id)).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  it('can be verified in two sessions at once, with a separate challenge for each', async () => {
    const { user, factorId, secret } = await createUserWithMfa(product);
    const [one, other] = [await signedInClient(product, user), await signedInClient(product, user)];
    const requestChallenge = async (client: GoTrueClient) =>
      (await client.mfa.challenge({ factorId })).data!.id;
    const [first, second] = [await requestChallenge(one), await requestChallenge(other)];
    const notFound = { status: 404, code: 'mfa_factor_not_found' };
    const code = codeFor(secret);
    expect((await other.mfa.verify({ factorId, challengeId: first, code })).error).toMatchObject(notFound);
    expect((await one.mfa.verify({ factorId, challengeId: first, code })).error).toBeNull();
    expect((await one.mfa.verify({ factorId, challengeId: first, code })).error).toMatchObject(notFound);
    expect((await other.mfa.verify({ factorId, challengeId: second, code })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    });
    const next = codeFor(secret, 1);
    expect((await other.mfa.verify({ factorId, challengeId: second, code: next })).error).toBeNull();
    expect([await getAssuranceLevel(one), await getAssuranceLevel(other)]).toEqual(['aal2', 'aal2']);
  });

  it('prevents purchases for the account with only a password', async () => {
    const { user } = await createUserWithMfa(product);
    const passwords = product.api.get(Passwords);
    expect(await passwords.verify(user.email, user.password)).toBeUndefined();
    const plain = await createConfirmedUser(product);
    expect(await passwords.verify(plain.email, plain.password)).toMatchObject({ id: plain.id });
  });

  it('enrolled by someone else is removed when the owner confirms the email address', async () => {
    const user = await createPaidUser(product);
    const client = await signedInClient(product, user);
    const { id, totp } = await enrollTotp(client);
    expect((await verifyCode(client, id, codeFor(totp.secret))).error).toBeNull();
    const { token_hash } = await createEmailTokens(product, user.id, 'recovery', user.email);
    const { body } = await callAuth(product, 'post', '/verify')
      .send({ type: 'recovery', token_hash })
      .expect(200);
    expect(body.user.factors).toBeUndefined();
    await callAuth(product, 'put', '/user', body.access_token)
      .send({ password: 'chosen by the owner' })
      .expect(200);
  });

  it('has a unique name, is deleted if not verified within five minutes, and is one of at most ten', async () => {
    const client = await signedInClient(product, await createConfirmedUser(product));
    await enrollTotp(client);
    const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    product.clock.advance(301);
    await enrollTotp(client);
    for (let count = 1; count < 10; count++) await enrollTotp(client, `phone ${count}`);
    const eleventh = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'one more' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  let user: TestUser | undefined;
  it.each([
    ['post', '/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['post', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['post', '/factors', {}, 400, 'validation_failed'],
    ['post', '/factors/7/challenge', {}, 404, 'validation_failed'],
    ['post', `/factors/${randomUUID()}/challenge`, {}, 404, 'mfa_factor_not_found'],
    ['post', `/factors/${randomUUID()}/verify`, { code: '1' }, 400, 'validation_failed'],
    ['post', `/factors/${randomUUID()}/verify`, { challenge_id: randomUUID() }, 400, 'validation_failed'],
    ['delete', `/factors/${randomUUID()}`, {}, 404, 'mfa_factor_not_found'],
  ] as const)('rejects %s %s %j', async (method, path, body, status, code) => {
    user ??= await createConfirmedUser(product);
    const { access_token } = (await signIn(product, user)).body;
    const response = await callAuth(product, method, path, access_token).send(body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect((await callAuth(product, method, path).send(body)).status).toBe(401);
  });
});

describe('MFA rate limits', () => {
  it('count guesses per factor across challenges and sessions', async () => {
    const limited = await shared(startTestProduct, LIMITED);
    const { user, factorId } = await createUserWithMfa(limited);
    const tokens = [await signIn(limited, user), await signIn(limited, user)].map(
      ({ body }) => body.access_token as string,
    );
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++) {
      const post = (action: string, fields: object) =>
        callAuth(limited, 'post', `/factors/${factorId}/${action}`, tokens[times % 2])
          .set('X-Forwarded-For', `10.8.8.${times + 1}`)
          .send(fields);
      const challenge_id = (await post('challenge', {}).expect(200)).body.id;
      statuses.push((await post('verify', { challenge_id, code: 'abcdef' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});
