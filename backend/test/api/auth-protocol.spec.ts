import { exportSPKI, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { call, confirmedPerson, PASSWORD, signIn, someEmail, type Person } from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { TEST_SIGNING_KEYS } from '../support/test-settings.js';

const SECRET = 'a-shared-secret-that-exists-in-tests-alone';

describe('errors of the wire protocol', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  it('carry the code and echo the version to a caller who speaks it', async () => {
    const response = await signIn(product, { email: someEmail(), password: 'wrong' }).expect(400);
    expect(response.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(response.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect(response.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  it.each([undefined, '2023-12-31', 'tomorrow'])(
    'come in the earlier shape to version %s',
    async (version) => {
      const post = request(product.url)
        .post('/api/auth/v1/signup')
        .set(version ? { 'X-Supabase-Api-Version': version } : {});
      const response = await post.send({ email: someEmail(), password: 'short' }).expect(422);
      expect(response.body).toEqual({
        code: 422,
        error_code: 'weak_password',
        msg: 'Password should be at least 6 characters.',
        weak_password: { reasons: ['length'] },
      });
      expect(response.get('X-Supabase-Api-Version')).toBeUndefined();
    },
  );

  it('answer a body that is not JSON, no object, or too large', async () => {
    const send = (body: string) =>
      call(product, 'post', '/signup').set('Content-Type', 'application/json;charset=UTF-8').send(body);
    expect((await send('{"email":').expect(400)).body.code).toBe('bad_json');
    expect((await send('[1]').expect(400)).body.code).toBe('bad_json');
    expect((await send('{"email":7,"password":"secret1"}').expect(400)).body.code).toBe('bad_json');
    const large = await send(JSON.stringify({ data: 'x'.repeat(1_100_000) })).expect(413);
    expect(large.body.code).toBe('request_entity_too_large');
  });

  it.each([
    ['no password', { email: 'a@example.com' }, 400, 'validation_failed'],
    ['a bad address', { email: 'a@b', password: PASSWORD }, 400, 'validation_failed'],
    [
      'both address and phone',
      { email: 'a@example.com', phone: '+49', password: PASSWORD },
      400,
      'validation_failed',
    ],
    ['nobody at all', { data: {} }, 422, 'anonymous_provider_disabled'],
    ['a phone', { phone: '+491701234567', password: PASSWORD }, 400, 'phone_provider_disabled'],
    ['73 bytes of password', { email: 'a@example.com', password: 'é'.repeat(37) }, 400, 'validation_failed'],
    [
      'a NUL in the data',
      { email: 'a@example.com', password: PASSWORD, data: { a: ['\0'] } },
      400,
      'validation_failed',
    ],
    [
      'half a character',
      { email: 'a@example.com', password: PASSWORD, data: { a: '\ud800' } },
      400,
      'validation_failed',
    ],
    [
      'an advertisement for a name',
      { email: 'a@example.com', password: PASSWORD, data: { full_name: 'www.win.example' } },
      400,
      'validation_failed',
    ],
    [
      'more data than a token can carry',
      { email: 'a@example.com', password: PASSWORD, data: { a: 'x'.repeat(7000) } },
      400,
      'validation_failed',
    ],
    [
      'half a code challenge',
      { email: 'a@example.com', password: PASSWORD, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
    ],
  ])('reject a sign-up with %s', async (_, body, status, code) => {
    const response = await call(product, 'post', '/signup').send(body);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it('ignore fields that the client library sends and this server does not know', async () => {
    const body = {
      email: someEmail(),
      password: PASSWORD,
      code_challenge: null,
      code_challenge_method: null,
    };
    const more = { gotrue_meta_security: {}, channel: 'sms', x: 1 };
    const response = await call(product, 'post', '/signup').send({ ...body, ...more });
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
  ])('reject the grant %s of %j', async (grant, body, status, code, message) => {
    const response = await call(product, 'post', `/token?grant_type=${grant}`).send(body);
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  it.each([
    ['get', '/passkeys', 401, 'no_authorization'],
    ['get', '/admin/audit', 401, 'no_authorization'],
    ['get', '/admin/oauth/clients', 404, 'feature_disabled'],
    ['get', '/no/such/thing', 404, 'feature_disabled'],
    ['delete', '/user', 404, 'feature_disabled'],
  ] as const)('cover %s %s, which is not offered to everybody', async (method, path, status, code) => {
    const response = await call(product, method, path);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it('name what is offered, and never a private key', async () => {
    const { body } = await call(product, 'get', '/settings').expect(200);
    expect(body).toMatchObject({
      external: { email: true, phone: false, google: false },
      disable_signup: false,
    });
    const keys = await call(product, 'get', '/.well-known/jwks.json').expect(200);
    expect(keys.get('Cache-Control')).toBe('public, max-age=600');
    expect(keys.body.keys.map(({ kid }: JWK) => kid)).toEqual(['newest', 'older']);
    expect(keys.text).not.toContain('"d"');
    await call(product, 'get', '/health').expect(200);
  });
});

describe('tokens', () => {
  let product: TestProduct;
  let person: Person;
  let token: string;
  let claims: Record<string, unknown>;

  beforeAll(async () => {
    product = await startTestProduct();
    person = await confirmedPerson(product);
    token = (await signIn(product, person)).body.access_token;
    claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  });
  afterAll(() => product.stop());

  const user = (bearer: string) => call(product, 'get', '/user', bearer);
  const [newest, older] = TEST_SIGNING_KEYS as [JWK, JWK];
  const signed = async (over: object, alg = 'ES256', key: JWK | Uint8Array = newest, kid = 'newest') =>
    new SignJWT({ ...claims, ...over })
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .sign(key instanceof Uint8Array ? key : await importJWK(key, 'ES256'));

  it('are accepted when the newest or an earlier key signed them', async () => {
    for (const good of [token, await signed({}), await signed({}, 'ES256', older, 'older')]) {
      expect((await user(good)).status).toBe(200);
    }
  });

  it('are rejected without signature', async () => {
    const parts = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const forged of [
      `${none}.${parts[1]}.`,
      `${parts[0]}.${parts[1]}.`,
      `${none}.${parts[1]}.${parts[2]}`,
    ]) {
      const response = await user(forged).expect(403);
      expect(response.body).toMatchObject({
        code: 'bad_jwt',
        message: expect.stringMatching(/^invalid JWT/),
      });
    }
  });

  it('are rejected when the public key served as a shared secret', async () => {
    const { d: _, ...half } = newest;
    const { kty, crv, x, y } = half;
    const spki = await exportSPKI((await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey);
    for (const secret of [spki, JSON.stringify(half), x!]) {
      const key = new TextEncoder().encode(secret.padEnd(32));
      expect((await user(await signed({}, 'HS256', key)).expect(403)).body.code).toBe('bad_jwt');
    }
  });

  it('are rejected when the shared secret signed them for a person', async () => {
    const forged = await signed({}, 'HS256', new TextEncoder().encode(SECRET));
    expect((await user(forged).expect(403)).body.code).toBe('bad_jwt');
    const posing = await signed({ role: 'service_role' }, 'HS256', new TextEncoder().encode(SECRET));
    expect((await user(posing).expect(403)).body.code).toBe('bad_jwt');
  });

  it('are rejected under a key that is not ours, under another kid, or with a changed claim', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ]);
    const stranger = await crypto.subtle.exportKey('jwk', privateKey);
    const [head, , signature] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString('base64url');
    for (const forged of [
      await signed({}, 'ES256', stranger as JWK),
      await signed({}, 'ES256', newest, 'older'),
      await signed({}, 'ES256', newest, 'unknown'),
      `${head}.${changed}.${signature}`,
    ]) {
      expect((await user(forged)).body.code).toBe('bad_jwt');
    }
  });

  it('are rejected when expired, even by a second and even if they were good before', async () => {
    const now = Math.floor(product.clock.now().getTime() / 1000);
    await user(await signed({ exp: now - 1 })).expect(403);
    const brief = await signed({ exp: now + 30 });
    await user(brief).expect(200);
    product.clock.advance(31);
    expect((await user(brief).expect(403)).body.message).toContain('expired');
  });

  it('are rejected as the protocol says for each thing that is missing', async () => {
    const missing = await call(product, 'get', '/user').expect(401);
    expect(missing.body.code).toBe('no_authorization');
    await call(product, 'get', '/user').set('Authorization', token).expect(401);
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

  it("are rejected with another account's session in them", async () => {
    const other = await confirmedPerson(product);
    expect((await user(await signed({ sub: other.id })).expect(403)).body.code).toBe('session_not_found');
  });

  it('stop working the moment the account is banned or the session is over', async () => {
    const ban = (until: Date | null) =>
      product.database.query({
        text: 'update users set banned_until = $1 where id = $2',
        values: [until, person.id],
      });
    await ban(product.clock.in(60));
    expect((await user(token).expect(403)).body.code).toBe('user_banned');
    expect((await signIn(product, person).expect(400)).body.code).toBe('user_banned');
    expect((await signIn(product, { ...person, password: 'wrong' }).expect(400)).body.code).toBe(
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
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ AUTH_JWT_KEYS: '', AUTH_AUTOCONFIRM: 'on' })));
  afterAll(() => product.stop());

  it('signs in, checks its own tokens, publishes no key, and confirms at once when told so', async () => {
    const email = someEmail();
    const { body } = await call(product, 'post', '/signup').send({ email, password: PASSWORD }).expect(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } });
    expect(body.user.email_confirmed_at).toBeDefined();
    expect(Buffer.from(body.access_token.split('.')[0], 'base64url').toString()).toContain('HS256');
    await call(product, 'get', '/user', body.access_token).expect(200);
    await call(product, 'get', '/.well-known/jwks.json').expect(200, { keys: [] });
    const again = await call(product, 'post', '/signup').send({ email, password: PASSWORD }).expect(422);
    expect(again.body.code).toBe('user_already_exists');
  });
});
