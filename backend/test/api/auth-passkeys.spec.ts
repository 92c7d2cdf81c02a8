import type { GoTrueClient } from '@supabase/auth-js';
import { randomUUID } from 'node:crypto';
import {
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  listEvents,
  createEmailTokens,
  createPaidUser,
  type TestUser,
} from '../support/auth.js';
import { totpCode, createUserWithMfa, signedInClient, getAccessToken } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';
import {
  registerPasskey as register,
  signInWithPasskey,
  type CreationOptions as Creation,
  type RequestOptions as Request,
} from '../support/passkeys.js';
import { SoftwareAuthenticator, type Tampering } from '../support/software-authenticator.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const levelAfterRefresh = async (client: GoTrueClient) => {
  expect((await client.refreshSession()).error).toBeNull();
  return (await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
};

describe('passkeys', () => {
  const product = useShared(startTestProduct);

  const signInWith = (device: SoftwareAuthenticator, tampering: Tampering = {}) =>
    signInWithPasskey(product, device, tampering);
  /** A user with a passkey on a device. */
  const withPasskey = async (user?: TestUser) => {
    const owner = user ?? (await createConfirmedUser(product));
    const client = await signedInClient(product, owner);
    const device = new SoftwareAuthenticator();
    const { data, error } = await register(client, device);
    expect(error).toBeNull();
    return { user: owner, client, device, passkeyId: data!.id };
  };

  it('are created by the device and sign in without a username or password', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    const { data: asked } = await client.passkey.startRegistration();
    expect(asked!.options).toMatchObject({
      rp: { id: 'localhost', name: 'the product' },
      user: { name: user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const algorithms = asked!.options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg);
    expect(algorithms).toContain(-7);
    expect(asked!.expires_at - product.clock.now().getTime() / 1000).toBeGreaterThan(290);
    const device = new SoftwareAuthenticator();
    const credential = device.create(asked!.options as unknown as Creation);
    const added = await client.passkey.verifyRegistration({ challengeId: asked!.challenge_id, credential });
    expect(added.data).toEqual({
      id: expect.any(String),
      friendly_name: 'Passkey',
      created_at: expect.any(String),
    });

    const { client: visitor, outcome } = await signInWith(device);

    expect(outcome.error).toBeNull();
    expect(outcome.data?.user).toMatchObject({ id: user.id, email: user.email });
    const { data: claims } = await visitor.getClaims();
    expect(claims?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] });
    expect((await visitor.refreshSession()).error).toBeNull();
    expect((await visitor.passkey.list()).data).toEqual([
      { ...added.data, last_used_at: expect.any(String) },
    ]);
    expect((await listEvents(product, user.id)).map(({ topic }) => topic)).toContain('user.passkey_added');
    expect(await listAuditActions(product, user.id)).toEqual(
      expect.arrayContaining(['passkey.added', 'session.created']),
    );
    expect((await callAuth(product, 'get', '/settings')).body.passkeys_enabled).toBe(true);
  });

  it('are challenged each time: no response works twice, late, or for another challenge', async () => {
    const { user, device } = await withPasskey();
    const { client, sent: response, outcome } = await signInWith(device);
    expect(outcome.error).toBeNull();
    expect((await client.passkey.verifyAuthentication(response)).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
    });
    const { data: fresh } = await client.passkey.startAuthentication();
    const replayed = { challengeId: fresh!.challenge_id, credential: response.credential };
    expect((await client.passkey.verifyAuthentication(replayed)).error).toMatchObject({
      code: 'webauthn_verification_failed',
    });
    const { data: late } = await client.passkey.startAuthentication();
    const credential = device.get(late!.options as unknown as Request);
    product.clock.advance(301);
    const tooLate = await client.passkey.verifyAuthentication({
      challengeId: late!.challenge_id,
      credential,
    });
    expect(tooLate.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' });
    expect(await listAuditActions(product, user.id)).toContain('passkey.rejected');
  });

  it('sign in only with a response to the challenge, from the device, site and account, after user verification', async () => {
    const { device } = await withPasskey();
    for (const tampering of [
      { origin: 'http://localhost.evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('x'.repeat(32)).toString('base64url') },
      { verified: false },
      { userHandle: Buffer.alloc(16, 7).toString('base64url') },
      // That of a cloned device.
      { counter: 1 },
    ]) {
      expect((await signInWith(device)).outcome.error).toBeNull();
      const { error } = (await signInWith(device, tampering)).outcome;
      const rejected = { status: 400, code: 'webauthn_verification_failed' };
      expect({ tampering, error }).toMatchObject({ tampering, error: rejected });
    }
  });

  it('are rejected from another origin, without user verification, or when already registered', async () => {
    const client = await signedInClient(product, await createConfirmedUser(product));
    for (const tampering of [
      { origin: 'https://evil.example' },
      { verified: false },
      { rpId: 'evil.example' },
    ]) {
      expect((await register(client, new SoftwareAuthenticator(), tampering)).error).toMatchObject({
        status: 400,
        code: 'webauthn_verification_failed',
      });
    }
    const { data: asked } = await client.passkey.startRegistration();
    const other = await signedInClient(product, await createConfirmedUser(product));
    const credential = new SoftwareAuthenticator().create(asked!.options as unknown as Creation);
    const response = { challengeId: asked!.challenge_id, credential };
    expect((await other.passkey.verifyRegistration(response)).error).toMatchObject({
      code: 'webauthn_challenge_not_found',
    });
    expect((await client.passkey.verifyRegistration(response)).error).toBeNull();
    expect((await client.passkey.list()).data).toHaveLength(1);
  });

  it('of an unknown device are rejected like a wrong signature', async () => {
    const { device } = await withPasskey();
    const { data } = await authClient(product).passkey.startAuthentication();
    const stranger = new SoftwareAuthenticator();
    stranger.create({
      challenge: 'x',
      rp: { id: 'localhost' },
      user: { id: Buffer.alloc(16).toString('base64url') },
    });
    const forged = {
      ...stranger.get(data!.options as unknown as Request),
      id: device.get({ challenge: 'x' }).id,
    };
    const { outcome } = await signInWith(stranger);
    expect(outcome.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    const response = await callAuth(product, 'post', '/passkeys/authentication/verify').send({
      challenge_id: data!.challenge_id,
      credential: forged,
    });
    expect([response.status, response.body.code]).toEqual([400, 'webauthn_verification_failed']);
  });

  it('are not verified with a malformed body or credential', async () => {
    const verify = async (body: object) =>
      (await callAuth(product, 'post', '/passkeys/authentication/verify').send(body).expect(400)).body.code;
    expect(await verify({})).toBe('validation_failed');
    expect(await verify({ challenge_id: 'x', credential: {} })).toBe('validation_failed');
    expect(await verify({ challenge_id: randomUUID(), credential: 'x' })).toBe('validation_failed');
    expect(await verify({ challenge_id: randomUUID(), credential: {} })).toBe('webauthn_challenge_not_found');
    for (const credential of [
      { id: 'x' },
      { id: 7, response: null },
      { id: 'eA', response: { userHandle: 5 } },
    ]) {
      const { data } = await authClient(product).passkey.startAuthentication();
      const code = await verify({ challenge_id: data!.challenge_id, credential });
      expect(code).toBe('webauthn_verification_failed');
    }
  });

  it('can be renamed and removed only by their owner, and do nothing afterwards', async () => {
    const [own, other] = [await withPasskey(), await withPasskey()];
    const { passkeyId } = own;
    const named = await own.client.passkey.update({ passkeyId, friendlyName: ' My laptop ' });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'My laptop' });
    for (const friendlyName of ['', 'x'.repeat(121), 'a\0b']) {
      expect((await own.client.passkey.update({ passkeyId, friendlyName })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    }
    expect((await other.client.passkey.update({ passkeyId, friendlyName: 'x' })).error).toMatchObject({
      status: 404,
      code: 'webauthn_credential_not_found',
    });
    expect((await other.client.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
    const malformed = callAuth(product, 'delete', '/passkeys/7', await getAccessToken(own.client));
    expect((await malformed.expect(404)).body.code).toBe('validation_failed');
    expect((await own.client.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await own.client.passkey.list()).data).toEqual([]);
    expect((await signInWith(own.device)).outcome.error).toMatchObject({
      code: 'webauthn_verification_failed',
    });
    const topics = (await listEvents(product, own.user.id)).map(({ topic }) => topic);
    expect(topics).toContain('user.passkey_removed');
  });

  it('are protected by MFA, and satisfy it because the device verified the user', async () => {
    const { user, client } = await createUserWithMfa(product);
    const low = await signedInClient(product, user);
    expect((await low.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const device = new SoftwareAuthenticator();
    const { data } = await register(client, device);
    expect((await low.passkey.delete({ passkeyId: data!.id })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    const { client: visitor } = await signInWith(device);
    expect((await visitor.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
  });

  it('return the session to aal1 when removed, unless a factor was verified as well, and keep aal2 without the factor', async () => {
    const { client: owner, factorId, secret } = await createUserWithMfa(product);
    const device = new SoftwareAuthenticator();
    const { data } = await register(owner, device);
    const [alone, both] = [(await signInWith(device)).client, (await signInWith(device)).client];
    const verifyFactor = async (client: GoTrueClient) => {
      const code = totpCode(product, secret);
      expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
      product.clock.advance(30);
    };
    await verifyFactor(both);
    expect((await owner.passkey.delete({ passkeyId: data!.id })).error).toBeNull();
    const levels = await Promise.all([alone, both, owner].map(levelAfterRefresh));
    expect(levels).toEqual(['aal1', 'aal2', 'aal2']);

    const another = new SoftwareAuthenticator();
    await register(owner, another);
    const { client: withPasskeyToo } = await signInWith(another);
    await verifyFactor(withPasskeyToo);
    expect((await withPasskeyToo.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await Promise.all([withPasskeyToo, owner].map(levelAfterRefresh))).toEqual(['aal2', 'aal1']);
  });

  it('do not open a banned account, nor one whose mailbox someone else has confirmed', async () => {
    const { user, device } = await withPasskey();
    const admin = await adminClient(product);
    await admin.updateUserById(user.id, { ban_duration: '1h' });
    expect((await signInWith(device)).outcome.error).toMatchObject({ status: 403, code: 'user_banned' });
    const paid = await withPasskey(await createPaidUser(product));
    expect((await signInWith(paid.device)).outcome.error).toBeNull();
    const { token_hash } = await createEmailTokens(product, paid.user.id, 'recovery', paid.user.email);
    await callAuth(product, 'post', '/verify').send({ type: 'recovery', token_hash }).expect(200);
    expect((await signInWith(paid.device)).outcome.error).toMatchObject({
      code: 'webauthn_verification_failed',
    });
  });

  it('are limited to ten for an account, and one for each device', async () => {
    const { user, client, device } = await withPasskey();
    const { data } = await client.passkey.startRegistration();
    const { excludeCredentials } = data!.options as unknown as Required<Creation>;
    expect(excludeCredentials.map(({ id }) => id)).toEqual([device.get({ challenge: 'x' }).id]);
    await product.database.query({
      text: `insert into passkeys select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
               'credential_id', '\\x' || encode(uuid_send(gen_random_uuid()), 'hex')))).*
             from passkeys p, generate_series(1, 9) where user_id = $1`,
      values: [user.id],
    });
    expect((await client.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: 'too_many_passkeys',
    });
  });
});
