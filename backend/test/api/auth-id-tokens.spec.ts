import { generateKeyPair, UnsecuredJWT, type JWTPayload } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { auditOf, authClient, call, confirmedPerson, signIn, someEmail } from '../support/auth.js';
import { newExternalPerson, startOAuthFixture, type OAuthFixture } from '../support/oauth.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('an ID token that a client got by itself', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => (elsewhere = await startOAuthFixture({ AUTH_ACME_SKIP_NONCE_CHECK: 'on' })));
  afterAll(() => elsewhere?.stop());

  const claimsOf = (over: JWTPayload = {}): JWTPayload & { sub: string; email: string } => ({
    sub: randomBytes(6).toString('hex'),
    email: someEmail(),
    email_verified: true,
    ...over,
  });
  const show = (id_token: string, fields: object = {}, token?: string) =>
    call(elsewhere.product, 'post', '/token?grant_type=id_token', token).send({
      provider: 'keycloak',
      id_token,
      ...fields,
    });
  const now = () => Math.floor(Date.now() / 1000);

  it('signs in, with the nonce that only its client knows', async () => {
    const client = authClient(elsewhere.product);
    const nonce = randomBytes(16).toString('hex');
    const claims = claimsOf({ nonce: sha256(nonce), name: 'Ada Lovelace' });
    const token = await elsewhere.issuer.idToken(claims);
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
    expect(await auditOf(elsewhere.product, data.user!.id)).toContain('session.created');
  });

  it('is of the person who comes by redirect, and of any of our client ids', async () => {
    const { sub, email } = newExternalPerson(elsewhere);
    const responses = await Promise.all(
      ['site', 'phone-app'].map(async (aud) => show(await elsewhere.issuer.idToken({ sub, aud, email }))),
    );
    expect(responses.map(({ status }) => status)).toEqual([422, 422]);
    const verified = await show(await elsewhere.issuer.idToken(claimsOf({ sub, email }))).expect(200);
    const again = await show(
      await elsewhere.issuer.idToken(claimsOf({ sub, aud: 'phone-app', email })),
    ).expect(200);
    expect(again.body.user.id).toBe(verified.body.user.id);
  });

  it('may name its issuer instead of a provider', async () => {
    const claims = claimsOf();
    const fields = { provider: undefined, issuer: elsewhere.issuer.url, client_id: 'site' };
    const { body } = await show(await elsewhere.issuer.idToken(claims), fields).expect(200);
    expect(body.user.email).toBe(claims.email);
  });

  it.each<[string, JWTPayload, string]>([
    ['another audience', { aud: 'another-app' }, 'Unacceptable audience in id_token: ["another-app"]'],
    ['no audience', { aud: undefined }, 'Bad ID token'],
    [
      'an audience of ours that was given to another app',
      { aud: ['site', 'x'], azp: 'x' },
      'Unacceptable audience in id_token: ["site","x"]',
    ],
    ['another issuer', { iss: 'https://issuer.example' }, 'Bad ID token'],
    ['its end behind it', { exp: 1_700_000_000 }, 'Bad ID token'],
    ['no end', { exp: undefined }, 'Bad ID token'],
    ['its beginning before it', { nbf: 4_000_000_000 }, 'Bad ID token'],
    ['a time of issue that is to come', { iat: 4_000_000_000, exp: 4_000_000_300 }, 'Bad ID token'],
    ['nobody in it', { sub: undefined }, 'Bad ID token'],
    ['an empty id in it', { sub: '' }, 'Bad ID token'],
  ])('is rejected with %s', async (_, over, description) => {
    const response = await show(await elsewhere.issuer.idToken(claimsOf(over))).expect(400);
    expect(response.body).toEqual({ error: 'invalid_grant', error_description: description });
  });

  it('is rejected with no signature, a foreign key, a secret for a key, and changed words', async () => {
    const claims = { iss: elsewhere.issuer.url, aud: 'site', iat: now(), exp: now() + 300, ...claimsOf() };
    const foreign = await generateKeyPair('RS256');
    const keys = await (await fetch(`${elsewhere.issuer.url}/jwks`)).text();
    const secret = (await import('node:crypto')).createSecretKey(Buffer.from(keys));
    const good = (await elsewhere.issuer.idToken(claims)).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'someone-else' })).toString('base64url');
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await elsewhere.issuer.idToken(claims, { key: foreign.privateKey }),
      await elsewhere.issuer.idToken(claims, { key: foreign.privateKey, kid: 'unknown' }),
      await elsewhere.issuer.idToken(claims, { key: secret as never, alg: 'HS256' }),
      [good[0], changed, good[2]].join('.'),
      'x',
      'a.b.c',
      '💥',
    ];
    for (const token of forged) {
      const response = await show(token).expect(400);
      expect(response.body).toEqual({ error: 'invalid_grant', error_description: 'Bad ID token' });
    }
  });

  it('is rejected with a nonce on one side only, or another one', async () => {
    const withNonce = await elsewhere.issuer.idToken(claimsOf({ nonce: sha256('mine') }));
    const without = await elsewhere.issuer.idToken(claimsOf());
    const oneSided = 'Passed nonce and nonce in id_token should either both exist or not.';
    expect((await show(withNonce).expect(400)).body.error_description).toBe(oneSided);
    expect((await show(without, { nonce: 'mine' }).expect(400)).body.error_description).toBe(oneSided);
    expect((await show(withNonce, { nonce: 'other' }).expect(400)).body.error).toBe('invalid nonce');
    const plain = await elsewhere.issuer.idToken(claimsOf({ nonce: 'mine' }));
    expect((await show(plain, { nonce: 'mine' }).expect(400)).body.error).toBe('invalid nonce');
  });

  it('is not asked for its nonce where the operator says so', async () => {
    const id_token = await elsewhere.issuer.idToken(claimsOf({ nonce: 'whatever' }));
    const { body } = await show(id_token, { provider: 'custom:acme' }).expect(200);
    expect(body.user.app_metadata.provider).toBe('custom:acme');
  });

  it('is rejected beside an access token of another sign-in', async () => {
    const access_token = 'an access token';
    const digest = createHash('sha256').update(access_token).digest();
    const at_hash = digest.subarray(0, digest.length / 2).toString('base64url');
    const token = await elsewhere.issuer.idToken(claimsOf({ at_hash }));
    await show(token, { access_token }).expect(200);
    const stolen = await show(token, { access_token: 'another' });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
  });

  it.each([
    [{ provider: 'google' }, 'provider_disabled'],
    [{ provider: 'nobody' }, 'provider_disabled'],
    [{ provider: undefined, issuer: 'https://issuer.example' }, 'provider_disabled'],
    [{ provider: 'github' }, 'validation_failed'],
    [{ provider: 'custom:nobody' }, 'validation_failed'],
    [{ provider: undefined }, 'validation_failed'],
    [{ id_token: '' }, 'validation_failed'],
  ])('of %j is rejected', async (fields, code) => {
    const response = await show(await elsewhere.issuer.idToken(claimsOf()), fields).expect(400);
    expect(response.body.code).toBe(code);
  });

  it('links to the account of who is signed in, and to no one’s without a session', async () => {
    const person = await confirmedPerson(elsewhere.product);
    const client = authClient(elsewhere.product);
    await client.signInWithPassword(person);
    const claims = claimsOf();
    const token = await elsewhere.issuer.idToken(claims);
    const { data, error } = await client.linkIdentity({ provider: 'keycloak', token });
    expect(error).toBeNull();
    expect(data!.user).toMatchObject({ id: person.id, email: person.email });
    expect((await show(token).expect(200)).body.user.id).toBe(person.id);
    const twice = await client.linkIdentity({ provider: 'keycloak', token });
    expect(twice.error?.code).toBe('identity_already_exists');
    await show(token, { link_identity: true }).expect(401);
    const { body } = await signIn(elsewhere.product, await confirmedPerson(elsewhere.product));
    const stolen = await show(token, { link_identity: true }, body.access_token).expect(422);
    expect(stolen.body.code).toBe('identity_already_exists');
  });

  it('gives an account without an address its own, unless someone has that address', async () => {
    const withWallet = async (): Promise<string> => {
      const wallet = privateKeyToAccount(generatePrivateKey());
      const issuedAt = elsewhere.product.clock.now();
      const here = { domain: 'localhost:3000', uri: 'http://localhost:3000/' };
      const facts = {
        address: wallet.address,
        chainId: 1,
        version: '1',
        nonce: 'abcdefgh',
        issuedAt,
      } as const;
      const message = createSiweMessage({ ...facts, ...here });
      const signature = await wallet.signMessage({ message });
      const { body } = await call(elsewhere.product, 'post', '/token?grant_type=web3')
        .send({ chain: 'ethereum', message, signature })
        .expect(200);
      return body.access_token;
    };
    const join = async (token: string, email: string) =>
      (
        await show(
          await elsewhere.issuer.idToken(claimsOf({ email })),
          { link_identity: true },
          token,
        ).expect(200)
      ).body.user;
    const email = someEmail();
    expect(await join(await withWallet(), email)).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'web3', providers: ['web3', 'keycloak'] },
    });
    const known = await confirmedPerson(elsewhere.product);
    expect(await join(await withWallet(), known.email)).toMatchObject({ email: '', is_anonymous: false });
  });

  it('of a banned account, or with an address that no one vouches for, opens nothing', async () => {
    const claims = claimsOf();
    const { body } = await show(await elsewhere.issuer.idToken(claims)).expect(200);
    await elsewhere.product.database.query({
      text: 'update users set banned_until = $1 where id = $2',
      values: [elsewhere.product.clock.in(60), body.user.id],
    });
    expect((await show(await elsewhere.issuer.idToken(claims)).expect(403)).body.code).toBe('user_banned');
    const person = await confirmedPerson(elsewhere.product);
    const unverified = claimsOf({ email: person.email, email_verified: false });
    const response = await show(await elsewhere.issuer.idToken(unverified)).expect(422);
    expect(response.body.code).toBe('provider_email_needs_verification');
  });
});
