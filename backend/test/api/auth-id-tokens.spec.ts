import { generateKeyPair, UnsecuredJWT, type JWTPayload } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import {
  banUser,
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import { EthereumWallet, signInMessage } from '../support/ethereum-wallet.js';
import { createExternalUser, startOAuthFixture } from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('sign-in with an ID token', () => {
  const oauth = useShared(startOAuthFixture);

  const createClaims = (overrides: JWTPayload = {}): JWTPayload & { sub: string; email: string } => ({
    sub: randomBytes(6).toString('hex'),
    email: uniqueEmail(),
    email_verified: true,
    ...overrides,
  });
  const exchange = (id_token: string, fields: object = {}, token?: string) =>
    callAuth(oauth.product, 'post', '/token?grant_type=id_token', token).send({
      provider: 'keycloak',
      id_token,
      ...fields,
    });
  const now = () => Math.floor(oauth.product.clock.now().getTime() / 1000);

  it('works with the nonce that only its client knows', async () => {
    const client = authClient(oauth.product);
    const nonce = randomBytes(16).toString('hex');
    const claims = createClaims({ nonce: sha256(nonce), name: 'Ada Lovelace' });
    const token = await oauth.issuer.idToken(claims);
    const { data, error } = await client.signInWithIdToken({ provider: 'keycloak', token, nonce });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: claims.email,
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ada Lovelace' },
      identities: [{ provider: 'keycloak', id: claims.sub }],
    });
    expect((await client.getClaims()).data?.claims.amr).toEqual([
      { method: 'oauth', timestamp: expect.any(Number) },
    ]);
    expect(await listAuditActions(oauth.product, data.user!.id)).toContain('session.created');
  });

  it('resolves to the same user as the redirect flow, with any of our client IDs', async () => {
    const { sub, email } = createExternalUser(oauth);
    const responses = await Promise.all(
      ['site', 'phone-app'].map(async (aud) => exchange(await oauth.issuer.idToken({ sub, aud, email }))),
    );
    expect(responses.map(({ status }) => status)).toEqual([422, 422]);
    const verified = await exchange(await oauth.issuer.idToken(createClaims({ sub, email }))).expect(200);
    const repeated = await exchange(
      await oauth.issuer.idToken(createClaims({ sub, aud: 'phone-app', email })),
    ).expect(200);
    expect(repeated.body.user.id).toBe(verified.body.user.id);
  });

  it('accepts the issuer in place of a provider name', async () => {
    const claims = createClaims();
    const fields = { provider: undefined, issuer: oauth.issuer.url, client_id: 'site' };
    const { body } = await exchange(await oauth.issuer.idToken(claims), fields).expect(200);
    expect(body.user.email).toBe(claims.email);
  });

  it('is accepted although its clock is two minutes behind or ahead', async () => {
    for (const seconds of [120, -120]) {
      const claims = createClaims({ iat: now() - seconds, exp: now() - seconds + 60 });
      expect((await exchange(await oauth.issuer.idToken(claims))).status).toBe(200);
    }
  });

  it.each<[string, JWTPayload, string]>([
    ['another audience', { aud: 'another-app' }, 'Unacceptable audience in id_token: ["another-app"]'],
    [
      'one of our client IDs as authorized party of another audience',
      { aud: ['site', 'x'], azp: 'x' },
      'Unacceptable audience in id_token: ["site","x"]',
    ],
    ['another issuer', { iss: 'https://issuer.example' }, 'Bad ID token'],
    ['an expiry in the past', { exp: 1_700_000_000 }, 'Bad ID token'],
    ['no expiry', { exp: undefined }, 'Bad ID token'],
    ['a start time in the future', { nbf: 4_000_000_000 }, 'Bad ID token'],
    ['an issue time in the future', { iat: 4_000_000_000, exp: 4_000_000_300 }, 'Bad ID token'],
    ['no subject', { sub: undefined }, 'Bad ID token'],
  ])('is rejected with %s', async (_, overrides, description) => {
    const response = await exchange(await oauth.issuer.idToken(createClaims(overrides))).expect(400);
    expect(response.body).toEqual({ error: 'invalid_grant', error_description: description });
  });

  it('rejects a missing signature, an untrusted key, a key used as secret, and changed claims', async () => {
    const claims = { iss: oauth.issuer.url, aud: 'site', iat: now(), exp: now() + 300, ...createClaims() };
    const other = await generateKeyPair('RS256');
    const keys = await (await fetch(`${oauth.issuer.url}/jwks`)).text();
    const secret = (await import('node:crypto')).createSecretKey(Buffer.from(keys));
    const good = (await oauth.issuer.idToken(claims)).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'someone-else' })).toString('base64url');
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await oauth.issuer.idToken(claims, { key: other.privateKey }),
      await oauth.issuer.idToken(claims, { key: other.privateKey, kid: 'unknown' }),
      await oauth.issuer.idToken(claims, { key: secret as never, alg: 'HS256' }),
      [good[0], changed, good[2]].join('.'),
      'x',
      'a.b.c',
      '💥',
    ];
    for (const token of forged) {
      const response = await exchange(token).expect(400);
      expect(response.body).toEqual({ error: 'invalid_grant', error_description: 'Bad ID token' });
    }
  });

  it('rejects a nonce on one side only, or a different one', async () => {
    const withNonce = await oauth.issuer.idToken(createClaims({ nonce: sha256('mine') }));
    const without = await oauth.issuer.idToken(createClaims());
    const oneSided = 'Passed nonce and nonce in id_token should either both exist or not.';
    expect((await exchange(withNonce).expect(400)).body.error_description).toBe(oneSided);
    expect((await exchange(without, { nonce: 'mine' }).expect(400)).body.error_description).toBe(oneSided);
    expect((await exchange(withNonce, { nonce: 'other' }).expect(400)).body.error).toBe('invalid nonce');
    const plain = await oauth.issuer.idToken(createClaims({ nonce: 'mine' }));
    expect((await exchange(plain, { nonce: 'mine' }).expect(400)).body.error).toBe('invalid nonce');
  });

  it('skips the nonce check where the operator disables it', async () => {
    const id_token = await oauth.issuer.idToken(createClaims({ nonce: 'whatever' }));
    const { body } = await exchange(id_token, { provider: 'custom:acme' }).expect(200);
    expect(body.user.app_metadata.provider).toBe('custom:acme');
  });

  it('rejects an access token of another sign-in', async () => {
    const access_token = 'an access token';
    const digest = createHash('sha256').update(access_token).digest();
    const at_hash = digest.subarray(0, digest.length / 2).toString('base64url');
    const token = await oauth.issuer.idToken(createClaims({ at_hash }));
    await exchange(token, { access_token }).expect(200);
    const stolen = await exchange(token, { access_token: 'another' });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
  });

  it.each([
    [{ provider: 'google' }, 'provider_disabled'],
    [{ provider: undefined, issuer: 'https://issuer.example' }, 'provider_disabled'],
    [{ provider: 'github' }, 'validation_failed'],
    [{ provider: undefined }, 'validation_failed'],
    [{ id_token: '' }, 'validation_failed'],
  ])('rejects %j', async (fields, code) => {
    const response = await exchange(await oauth.issuer.idToken(createClaims()), fields).expect(400);
    expect(response.body.code).toBe(code);
  });

  it('links to the signed-in user, and to no account without a session', async () => {
    const user = await createConfirmedUser(oauth.product);
    const client = authClient(oauth.product);
    await client.signInWithPassword(user);
    const claims = createClaims();
    const token = await oauth.issuer.idToken(claims);
    const { data, error } = await client.linkIdentity({ provider: 'keycloak', token });
    expect(error).toBeNull();
    expect(data!.user).toMatchObject({ id: user.id, email: user.email });
    expect((await exchange(token).expect(200)).body.user.id).toBe(user.id);
    const twice = await client.linkIdentity({ provider: 'keycloak', token });
    expect(twice.error?.code).toBe('identity_already_exists');
    await exchange(token, { link_identity: true }).expect(401);
    const { body } = await signIn(oauth.product, await createConfirmedUser(oauth.product));
    const stolen = await exchange(token, { link_identity: true }, body.access_token).expect(422);
    expect(stolen.body.code).toBe('identity_already_exists');
  });

  it('sets the email of an account without one, unless the email is in use', async () => {
    const withWallet = async (): Promise<string> => {
      const wallet = new EthereumWallet();
      const message = signInMessage(wallet.address, {
        domain: 'localhost:3000',
        uri: 'http://localhost:3000/',
        nonce: 'abcdefgh',
        issuedAt: oauth.product.clock.now(),
      });
      const signature = wallet.sign(message);
      const { body } = await callAuth(oauth.product, 'post', '/token?grant_type=web3')
        .send({ chain: 'ethereum', message, signature })
        .expect(200);
      return body.access_token;
    };
    const join = async (token: string, email: string) =>
      (
        await exchange(
          await oauth.issuer.idToken(createClaims({ email })),
          { link_identity: true },
          token,
        ).expect(200)
      ).body.user;
    const email = uniqueEmail();
    expect(await join(await withWallet(), email)).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'web3', providers: ['web3', 'keycloak'] },
    });
    const known = await createConfirmedUser(oauth.product);
    expect(await join(await withWallet(), known.email)).toMatchObject({ email: '', is_anonymous: false });
  });

  it('rejects a banned user, and a new user with an unverified email', async () => {
    const claims = createClaims();
    const { body } = await exchange(await oauth.issuer.idToken(claims)).expect(200);
    await banUser(oauth.product, body.user.id);
    expect((await exchange(await oauth.issuer.idToken(claims)).expect(403)).body.code).toBe('user_banned');
    const user = await createConfirmedUser(oauth.product);
    const unverified = createClaims({ email: user.email, email_verified: false });
    const response = await exchange(await oauth.issuer.idToken(unverified)).expect(422);
    expect(response.body.code).toBe('provider_email_needs_verification');
  });
});
