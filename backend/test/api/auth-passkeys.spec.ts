import type { GoTrueClient } from '@supabase/auth-js';
import { randomUUID } from 'node:crypto';
import {
  auditOf,
  authClient,
  call,
  confirmedPerson,
  eventsOf,
  emailedProof,
  paidPerson,
  type Person,
} from '../support/auth.js';
import { appCode, userWithMfa, signedInClient, tokenOf } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';
import {
  registerPasskey as register,
  signInWithPasskey,
  type CreationOptions as Creation,
  type RequestOptions as Request,
} from '../support/passkeys.js';
import { SoftwareAuthenticator, type Mischief } from '../support/software-authenticator.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const levelAfterRefresh = async (client: GoTrueClient) => {
  expect((await client.refreshSession()).error).toBeNull();
  return (await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
};

describe('a passkey', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product?.stop());

  const come = (device: SoftwareAuthenticator, mischief: Mischief = {}) =>
    signInWithPasskey(product, device, mischief);
  /** Someone with a passkey on a device. */
  const withPasskey = async (person?: Person) => {
    const owner = person ?? (await confirmedPerson(product));
    const client = await signedInClient(product, owner);
    const device = new SoftwareAuthenticator();
    const { data, error } = await register(client, device);
    expect(error).toBeNull();
    return { person: owner, client, device, passkeyId: data!.id };
  };

  it('is made by the device, and signs in without a name or a password', async () => {
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    const { data: asked } = await client.passkey.startRegistration();
    expect(asked!.options).toMatchObject({
      rp: { id: 'localhost', name: 'the product' },
      user: { name: person.email },
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

    const { client: visitor, outcome } = await come(device);

    expect(outcome.error).toBeNull();
    expect(outcome.data?.user).toMatchObject({ id: person.id, email: person.email });
    const { data: claims } = await visitor.getClaims();
    expect(claims?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] });
    expect((await visitor.refreshSession()).error).toBeNull();
    expect((await visitor.passkey.list()).data).toEqual([
      { ...added.data, last_used_at: expect.any(String) },
    ]);
    expect((await eventsOf(product, person.id)).map(({ topic }) => topic)).toContain('user.passkey_added');
    expect(await auditOf(product, person.id)).toEqual(
      expect.arrayContaining(['passkey.added', 'session.created']),
    );
    expect((await call(product, 'get', '/settings')).body.passkeys_enabled).toBe(true);
  });

  it('is asked for again each time: no answer works twice, late, or for another challenge', async () => {
    const { person, device } = await withPasskey();
    const { client, answer: response, outcome } = await come(device);
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
    expect(await auditOf(product, person.id)).toContain('passkey.rejected');
  });

  it.each<[string, Mischief]>([
    ['signed for a page of someone else', { origin: 'http://localhost.evil.example' }],
    ['signed for another site', { rpId: 'evil.example' }],
    ['signed for another challenge', { challenge: Buffer.from('x'.repeat(32)).toString('base64url') }],
    ['signed by a device that nobody unlocked', { verified: false }],
    ['signed for another account', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['by a copy of the device', { counter: 1 }],
  ])('does not open the account when it is %s', async (_, mischief) => {
    const { device } = await withPasskey();
    expect((await come(device)).outcome.error).toBeNull();
    expect((await come(device)).outcome.error).toBeNull();
    expect((await come(device, mischief)).outcome.error).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
  });

  it('is not taken from another page, from a device that no one unlocked, or twice', async () => {
    const client = await signedInClient(product, await confirmedPerson(product));
    for (const mischief of [
      { origin: 'https://evil.example' },
      { verified: false },
      { rpId: 'evil.example' },
    ]) {
      expect((await register(client, new SoftwareAuthenticator(), mischief)).error).toMatchObject({
        status: 400,
        code: 'webauthn_verification_failed',
      });
    }
    const { data: asked } = await client.passkey.startRegistration();
    const other = await signedInClient(product, await confirmedPerson(product));
    const credential = new SoftwareAuthenticator().create(asked!.options as unknown as Creation);
    const response = { challengeId: asked!.challenge_id, credential };
    expect((await other.passkey.verifyRegistration(response)).error).toMatchObject({
      code: 'webauthn_challenge_not_found',
    });
    expect((await client.passkey.verifyRegistration(response)).error).toBeNull();
    expect((await client.passkey.list()).data).toHaveLength(1);
  });

  it('of an unknown device is rejected like a wrong signature', async () => {
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
    const { outcome } = await come(stranger);
    expect(outcome.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    const response = await call(product, 'post', '/passkeys/authentication/verify').send({
      challenge_id: data!.challenge_id,
      credential: forged,
    });
    expect([response.status, response.body.code]).toEqual([400, 'webauthn_verification_failed']);
  });

  it.each([
    [{}, 'validation_failed'],
    [{ challenge_id: 'x', credential: {} }, 'validation_failed'],
    [{ challenge_id: randomUUID(), credential: 'x' }, 'validation_failed'],
    [{ challenge_id: randomUUID(), credential: {} }, 'webauthn_challenge_not_found'],
  ])('is not verified by %j', async (body, code) => {
    const response = await call(product, 'post', '/passkeys/authentication/verify').send(body);
    expect([response.status, response.body.code]).toEqual([400, code]);
  });

  it.each([{}, { id: 'x' }, { id: 7, response: null }, { id: 'eA', response: { userHandle: 5 } }])(
    'is not verified by the nonsense %j',
    async (credential) => {
      const { data } = await authClient(product).passkey.startAuthentication();
      const response = await call(product, 'post', '/passkeys/authentication/verify').send({
        challenge_id: data!.challenge_id,
        credential,
      });
      expect([response.status, response.body.code]).toEqual([400, 'webauthn_verification_failed']);
    },
  );

  it('is renamed and taken away by its owner alone, and opens nothing afterwards', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const { passkeyId } = mine;
    const named = await mine.client.passkey.update({ passkeyId, friendlyName: ' My laptop ' });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'My laptop' });
    for (const friendlyName of ['', 'x'.repeat(121), 'a\0b']) {
      expect((await mine.client.passkey.update({ passkeyId, friendlyName })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    }
    expect((await theirs.client.passkey.update({ passkeyId, friendlyName: 'x' })).error).toMatchObject({
      status: 404,
      code: 'webauthn_credential_not_found',
    });
    expect((await theirs.client.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
    expect((await mine.client.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await mine.client.passkey.list()).data).toEqual([]);
    expect((await come(mine.device)).outcome.error).toMatchObject({ code: 'webauthn_verification_failed' });
    const topics = (await eventsOf(product, mine.person.id)).map(({ topic }) => topic);
    expect(topics).toContain('user.passkey_removed');
  });

  it('is listed and taken away by the operator', async () => {
    const { person, passkeyId, device } = await withPasskey();
    const admin = await adminClient(product);
    const { data } = await admin.passkey.listPasskeys({ userId: person.id });
    expect(data).toMatchObject([{ id: passkeyId }]);
    expect((await admin.passkey.deletePasskey({ userId: person.id, passkeyId })).error).toBeNull();
    expect((await come(device)).outcome.error).not.toBeNull();
    const gone = await admin.passkey.deletePasskey({ userId: person.id, passkeyId });
    expect(gone.error).toMatchObject({ status: 404, code: 'webauthn_credential_not_found' });
    expect((await admin.passkey.listPasskeys({ userId: randomUUID() })).error).toMatchObject({ status: 404 });
  });

  it('is guarded by the second factor, and takes its place: the device was unlocked by its owner', async () => {
    const { person, client } = await userWithMfa(product);
    const low = await signedInClient(product, person);
    expect((await low.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const device = new SoftwareAuthenticator();
    const { data } = await register(client, device);
    expect((await low.passkey.delete({ passkeyId: data!.id })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    const { client: visitor } = await come(device);
    expect((await visitor.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
  });

  it('takes the second level with it when it is removed, unless a factor was shown as well', async () => {
    const { client: owner, factorId, secret } = await userWithMfa(product);
    const device = new SoftwareAuthenticator();
    const { data } = await register(owner, device);
    const [alone, both] = [(await come(device)).client, (await come(device)).client];
    const shown = await both.mfa.challengeAndVerify({ factorId, code: appCode(product, secret) });
    expect(shown.error).toBeNull();
    expect((await owner.passkey.delete({ passkeyId: data!.id })).error).toBeNull();
    const levels = await Promise.all([alone, both, owner].map(levelAfterRefresh));
    expect(levels).toEqual(['aal1', 'aal2', 'aal2']);
  });

  it('keeps the second level when a factor that was shown as well is removed', async () => {
    const { client: owner, factorId, secret } = await userWithMfa(product);
    const device = new SoftwareAuthenticator();
    await register(owner, device);
    const { client: both } = await come(device);
    await both.mfa.challengeAndVerify({ factorId, code: appCode(product, secret) });
    expect((await both.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await Promise.all([both, owner].map(levelAfterRefresh))).toEqual(['aal2', 'aal1']);
  });

  it('does not open a banned account, nor one whose mailbox another person has confirmed', async () => {
    const { person, device } = await withPasskey();
    const admin = await adminClient(product);
    await admin.updateUserById(person.id, { ban_duration: '1h' });
    expect((await come(device)).outcome.error).toMatchObject({ status: 403, code: 'user_banned' });
    const paid = await withPasskey(await paidPerson(product));
    expect((await come(paid.device)).outcome.error).toBeNull();
    const { token_hash } = await emailedProof(product, paid.person.id, 'recovery', paid.person.email);
    await call(product, 'post', '/verify').send({ type: 'recovery', token_hash }).expect(200);
    expect((await come(paid.device)).outcome.error).toMatchObject({ code: 'webauthn_verification_failed' });
  });

  it('has nine beside it at most, and none twice on one device', async () => {
    const { client } = await withPasskey();
    for (let count = 1; count < 10; count++) {
      expect((await register(client, new SoftwareAuthenticator())).error).toBeNull();
    }
    expect((await client.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: 'too_many_passkeys',
    });
    const one = await withPasskey();
    const { data } = await one.client.passkey.startRegistration();
    const { excludeCredentials } = data!.options as unknown as Required<Creation>;
    expect(excludeCredentials.map(({ id }) => id)).toEqual([one.device.get({ challenge: 'x' }).id]);
  });

  it('is for who is signed in', async () => {
    for (const path of ['/passkeys/registration/options', '/passkeys/registration/verify']) {
      expect((await call(product, 'post', path).send({})).status).toBe(401);
    }
    const client = await signedInClient(product, await confirmedPerson(product));
    const malformed = await call(product, 'delete', '/passkeys/7', await tokenOf(client));
    expect([malformed.status, malformed.body.code]).toEqual([404, 'validation_failed']);
  });
});

describe('an installation without passkeys', () => {
  it('says so to everybody alike', async () => {
    const product = await startTestProduct({ AUTH_PASSKEYS: 'off' });
    try {
      const token = await tokenOf(await signedInClient(product, await confirmedPerson(product)));
      for (const bearer of [undefined, token]) {
        for (const [method, path] of [
          ['get', '/passkeys'],
          ['post', '/passkeys/registration/options'],
          ['post', '/passkeys/authentication/options'],
          ['post', '/passkeys/authentication/verify'],
        ] as const) {
          const { status, body } = await call(product, method, path, bearer).send({});
          expect([status, body.code]).toEqual([404, 'passkey_disabled']);
        }
      }
      expect((await call(product, 'get', '/settings')).body.passkeys_enabled).toBe(false);
    } finally {
      await product.stop();
    }
  });
});
