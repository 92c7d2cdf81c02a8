import { importJWK, SignJWT, type JWK } from 'jose';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import {
  AUTOCONFIRM_WITHOUT_KEYS,
  authClient,
  callAuth,
  createConfirmedUser,
  PASSWORD,
  signIn,
  uniqueEmail,
  type TestUser,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';
import { TEST_SIGNING_KEYS } from '../support/test-settings.js';

const SECRET = 'a-shared-secret-that-exists-in-tests-alone';

describe('wire protocol errors', () => {
  const product = useShared(startTestProduct);

  it('include the code and echo the API version to clients that send it', async () => {
    const response = await signIn(product, { email: uniqueEmail(), password: 'wrong' }).expect(400);
    expect(response.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(response.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect(response.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  it.each([undefined, '2023-12-31', 'tomorrow'])('use the earlier format for version %s', async (version) => {
    const post = request(product.url)
      .post('/api/auth/v1/signup')
      .set(version ? { 'X-Supabase-Api-Version': version } : {});
    const response = await post.send({ email: uniqueEmail(), password: 'short' }).expect(422);
    expect(response.body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
    expect(response.get('X-Supabase-Api-Version')).toBeUndefined();
  });

  it('name a field of the wrong type', async () => {
    const { body } = await callAuth(product, 'post', '/signup')
      .send({ email: 7, password: 'secret1' })
      .expect(400);
    expect(body).toEqual({ code: 'bad_json', message: 'Invalid request body: email must be a string' });
  });

  it('are returned for an invalid sign-up', async () => {
    const email = 'a@example.com';
    for (const [fields, status, code] of [
      [{ email, password: undefined }, 400, 'validation_failed'],
      [{ email: 'a@b' }, 400, 'validation_failed'],
      [{ email, phone: '+49' }, 400, 'validation_failed'],
      [{ password: undefined, data: {} }, 422, 'anonymous_provider_disabled'],
      [{ phone: '+491701234567' }, 400, 'phone_provider_disabled'],
      [{ email, password: 'é'.repeat(37) }, 400, 'validation_failed'],
      [{ email, data: { a: ['\0'] } }, 400, 'validation_failed'],
      [{ email, data: { a: '\ud800' } }, 400, 'validation_failed'],
      [{ email, code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    ] as const) {
      const body = { password: PASSWORD, ...fields };
      const response = await callAuth(product, 'post', '/signup').send(body);
      expect([body, response.status, response.body.code]).toEqual([body, status, code]);
    }
  });

  it('are not returned for fields that the client library sends and this server does not use', async () => {
    const body = {
      email: uniqueEmail(),
      password: PASSWORD,
      code_challenge: null,
      code_challenge_method: null,
    };
    const more = { gotrue_meta_security: {}, channel: 'sms', x: 1 };
    const response = await callAuth(product, 'post', '/signup').send({ ...body, ...more });
    expect(response.status).toBe(200);
  });

  it.each([
    ['password', {}, 400, 'validation_failed', 'missing email or phone'],
    [
      'password',
      { phone: '+49', password: 'x' },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    ['refresh_token', { refresh_token: 'not one' }, 400, 'validation_failed', 'Refresh token is not valid'],
    [
      'refresh_token',
      { refresh_token: 'abcdefghij12' },
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    ],
    [
      'pkce',
      { auth_code: 'x', code_verifier: 'y' },
      404,
      'flow_state_not_found',
      'invalid flow state, no valid flow state found',
    ],
    ['web3', {}, 400, 'web3_unsupported_chain', 'Unsupported chain'],
    ['magic', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ])('are returned for the grant %s with %j', async (grant, body, status, code, message) => {
    const response = await callAuth(product, 'post', `/token?grant_type=${grant}`).send(body);
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  it.each([
    ['get', '/passkeys', 401, 'no_authorization'],
    ['get', '/admin/audit', 401, 'no_authorization'],
    ['get', '/admin/oauth/clients', 404, 'feature_disabled'],
    ['get', '/no/such/thing', 404, 'feature_disabled'],
    ['delete', '/user', 404, 'feature_disabled'],
  ] as const)('are returned for %s %s, which is not enabled', async (method, path, status, code) => {
    const response = await callAuth(product, method, path);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it('leave out private keys from the key set, and settings list what is offered', async () => {
    const { body } = await callAuth(product, 'get', '/settings').expect(200);
    expect(body).toMatchObject({
      external: { email: true, phone: false, google: false },
      disable_signup: false,
    });
    const keys = await callAuth(product, 'get', '/.well-known/jwks.json').expect(200);
    expect(keys.get('Cache-Control')).toBe('public, max-age=600');
    expect(keys.body.keys.map(({ kid }: JWK) => kid)).toEqual(['newest', 'older']);
    expect(keys.text).not.toContain('"d"');
    await callAuth(product, 'get', '/health').expect(200);
  });
});

describe('access tokens', () => {
  const product = useShared(startTestProduct);
  let owner: TestUser;
  let token: string;
  let claims: Record<string, unknown>;

  beforeAll(async () => {
    owner = await createConfirmedUser(product);
    token = (await signIn(product, owner)).body.access_token;
    claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  });

  const user = (bearer: string) => callAuth(product, 'get', '/user', bearer);
  const [newest, older] = TEST_SIGNING_KEYS as [JWK, JWK];
  const signed = async (overrides: object, alg = 'ES256', key: JWK | Uint8Array = newest, kid = 'newest') =>
    new SignJWT({ ...claims, ...overrides })
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .sign(key instanceof Uint8Array ? key : await importJWK(key, 'ES256'));

  it('are accepted when signed by the newest or an earlier key', async () => {
    for (const good of [token, await signed({}), await signed({}, 'ES256', older, 'older')]) {
      expect((await user(good)).status).toBe(200);
    }
  });

  it('are rejected when expired, even by a second and even if they were valid before', async () => {
    const now = Math.floor(product.clock.now().getTime() / 1000);
    await user(await signed({ exp: now - 1 })).expect(403);
    const shortLived = await signed({ exp: now + 30 });
    await user(shortLived).expect(200);
    product.clock.advance(31);
    expect((await user(shortLived).expect(403)).body.message).toContain('expired');
  });

  it('are rejected with the documented error for each missing claim', async () => {
    const missing = await callAuth(product, 'get', '/user').expect(401);
    expect(missing.body.code).toBe('no_authorization');
    await callAuth(product, 'get', '/user').set('Authorization', token).expect(401);
    const anon = await new SignJWT({ role: 'anon', exp: 4_000_000_000 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRET));
    expect((await user(anon).expect(403)).body.message).toBe('invalid claim: missing sub claim');
    expect((await user(await signed({ sub: 'me' })).expect(400)).body.code).toBe('bad_jwt');
    expect((await user(await signed({ sub: randomUUID() })).expect(403)).body.code).toBe('user_not_found');
    expect((await user(await signed({ session_id: randomUUID() })).expect(403)).body.code).toBe(
      'session_not_found',
    );
    expect((await user(await signed({ session_id: undefined })).expect(403)).body.code).toBe(
      'session_not_found',
    );
  });

  it('are rejected with a session of another user', async () => {
    const other = await createConfirmedUser(product);
    expect((await user(await signed({ sub: other.id })).expect(403)).body.code).toBe('session_not_found');
  });

  it('stop working as soon as the user is banned or the session ends', async () => {
    const ban = (until: Date | null) =>
      product.database.query({
        text: 'update users set banned_until = $1 where id = $2',
        values: [until, owner.id],
      });
    await ban(product.clock.in(60));
    expect((await user(token).expect(403)).body.code).toBe('user_banned');
    expect((await signIn(product, owner).expect(400)).body.code).toBe('user_banned');
    expect((await signIn(product, { ...owner, password: 'wrong' }).expect(400)).body.code).toBe(
      'invalid_credentials',
    );
    await ban(null);
    await user(token).expect(200);
    await product.database.query({
      text: 'update sessions set not_after = $1',
      values: [product.clock.now()],
    });
    expect((await user(token).expect(403)).body.code).toBe('session_not_found');
  });
});

describe('an installation that signs with a shared secret', () => {
  const product = useShared(startTestProduct, AUTOCONFIRM_WITHOUT_KEYS);

  it('signs in, verifies its own tokens, publishes no key, and auto-confirms when configured', async () => {
    const email = uniqueEmail();
    const { body } = await callAuth(product, 'post', '/signup')
      .send({ email, password: PASSWORD })
      .expect(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } });
    expect(body.user.email_confirmed_at).toBeDefined();
    expect(Buffer.from(body.access_token.split('.')[0], 'base64url').toString()).toContain('HS256');
    await callAuth(product, 'get', '/user', body.access_token).expect(200);
    await callAuth(product, 'get', '/.well-known/jwks.json').expect(200, { keys: [] });
    const calls: string[] = [];
    const { data } = await authClient(product, calls).getClaims(body.access_token);
    expect([data?.claims.sub, ...calls]).toEqual([body.user.id, 'GET /user']);
    const duplicate = await callAuth(product, 'post', '/signup')
      .send({ email, password: PASSWORD })
      .expect(422);
    expect(duplicate.body.code).toBe('user_already_exists');
  });
});
