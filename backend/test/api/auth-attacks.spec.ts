import {
  decodeJwt,
  exportSPKI,
  generateKeyPair,
  importJWK,
  exportJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import { randomUUID } from 'node:crypto';
import {
  authClient,
  callAuth,
  createConfirmedUser,
  LIMITED,
  listEvents,
  createLinkToken,
  PASSWORD,
  refresh,
  signIn,
  uniqueIpAddress,
  uniqueEmail,
  type TestUser,
} from '../support/auth.js';
import { PARTNER, SITE, createExternalUser, startOAuthFixture } from '../support/oauth.js';
import { useFixture, useShared } from '../support/fixtures.js';
import { readDocument } from '../support/openapi.js';
import { signClientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import { startTestIdentityProvider, type TestIdentityProvider } from '../support/test-identity-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { TEST_SIGNING_KEYS } from '../support/test-settings.js';

describe('an attacker', () => {
  const oauth = useShared(startOAuthFixture);
  let idp: TestIdentityProvider;
  let product: TestProduct;
  let serviceKey: string;
  beforeAll(async () => {
    idp = await startTestIdentityProvider();
    ({ product } = oauth);
    serviceKey = await signClientKey('service_role');
  });
  afterAll(() => idp?.stop());

  const getUser = (token: string) => callAuth(product, 'get', '/user', token);

  describe('with a forged token', () => {
    /** Each forgery claims to be the victim, with one of their live sessions. */
    const forgeries = async (token: string): Promise<Record<string, string>> => {
      const [head, claims, signature] = token.split('.') as [string, string, string];
      const claimSet = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
      const { kty, crv, x, y } = TEST_SIGNING_KEYS[0] as JWK;
      const publicKeyPem = await exportSPKI((await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey);
      const attackerKey = await generateKeyPair('ES256', { extractable: true });
      const jwk = await exportJWK(attackerKey.publicKey);
      const sign = (header: object, key: CryptoKey | Uint8Array, overrides: object = {}) =>
        new SignJWT({ ...claimSet, ...overrides }).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
      const bytes = (text: string) => new TextEncoder().encode(text);
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const secret = bytes(product.settings.auth.sharedSecret);
      const trustedKey = (await importJWK(TEST_SIGNING_KEYS[0] as JWK, 'ES256')) as CryptoKey;
      return {
        unsigned: `${encode({ alg: 'none' })}.${claims}.`,
        'unsigned, with alg in mixed case': `${encode({ alg: 'nOnE', kid: 'newest' })}.${claims}.`,
        'without a signature': `${head}.${claims}.`,
        'unsigned, with a signature': `${encode({ alg: 'none' })}.${claims}.${signature}`,
        'with a changed claim': `${head}.${encode({ ...claimSet, sub: randomUUID() })}.${signature}`,
        'with an all-zero ECDSA signature': `${head}.${claims}.${Buffer.alloc(64).toString('base64url')}`,
        'signed with the public key as a shared secret': await sign(
          { alg: 'HS256', kid: 'newest' },
          bytes(publicKeyPem),
        ),
        'signed with the public JWK as a shared secret': await sign(
          { alg: 'HS256', kid: 'newest' },
          bytes(JSON.stringify({ kty, crv, x, y })),
        ),
        'signed with the shared secret': await sign({ alg: 'HS256' }, secret),
        'signed with the shared secret as service_role': await sign({ alg: 'HS256' }, secret, {
          role: 'service_role',
        }),
        'signed with an empty secret and a path as kid': await sign(
          { alg: 'HS256', kid: '../../dev/null' },
          bytes('\0'),
        ),
        'signed with an untrusted key under an unknown kid': await sign(
          { kid: randomUUID() },
          attackerKey.privateKey,
        ),
        'signed with an untrusted key': await sign({ kid: 'newest' }, attackerKey.privateKey),
        'signed with a key under the kid of another': await sign({ kid: 'older' }, trustedKey),
        'signed with a key under an unknown kid': await sign({ kid: randomUUID() }, trustedKey),
        'signed with an embedded key': await sign({ jwk, kid: 'newest' }, attackerKey.privateKey),
        'from another issuer': await sign({ kid: 'newest' }, trustedKey, {
          iss: 'https://evil.example/auth/v1',
        }),
        'for another audience': await sign({ kid: 'newest' }, trustedKey, { aud: 'another' }),
        'signed with a key behind a jku URL': await sign(
          { jku: 'https://evil.example/keys' },
          attackerKey.privateKey,
        ),
      };
    };

    it('cannot authenticate as the user, the service role or staff', async () => {
      const document = await readDocument(product.url);
      const protectedRoutes = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item as Record<string, { security?: object[] }>)
          .filter(([, { security }]) => security?.length)
          .map(([method]) => ({
            method: method.toUpperCase(),
            path: path.replaceAll(/\{\w+\}/g, randomUUID()),
          })),
      );
      expect(protectedRoutes.length).toBeGreaterThan(30);
      const { body } = await signIn(product, await createConfirmedUser(product)).expect(200);
      const response = async (
        { method, path }: { method: string; path: string },
        headers: Record<string, string>,
      ) => (await fetch(product.url + path, { method, redirect: 'manual', headers })).status;
      const accepted: string[] = [];
      const forged = Object.entries(await forgeries(body.access_token));
      for (const [how, token] of forged) {
        const { status, body: said } = await getUser(token);
        expect([how, status, said.code]).toEqual([how, 403, 'bad_jwt']);
      }
      // One guard authenticates the callers of all routes.
      for (const [index, route] of protectedRoutes.filter((_, at) => at % 3 === 0).entries()) {
        const [how, token] = forged[index % forged.length]!;
        const status = await response(route, { Authorization: `Bearer ${token}` });
        // Some routes are public and return more to signed-in callers: a forged token must be treated as anonymous.
        if (![401, 403].includes(status) && status !== (await response(route, {})))
          accepted.push(`${route.method} ${route.path} ${status} ${how}`);
      }
      expect(accepted).toEqual([]);
      await getUser(body.access_token).expect(200);
    });
  });

  describe('with a malicious redirect', () => {
    /** A unit spec proves the rule for every kind of malicious URL. */
    const redirect_to = 'http://localhost:3000@evil.example/';
    const at = (path: string, query: Record<string, string>): URL =>
      new URL(`${SITE}/api/auth/v1${path}?${new URLSearchParams(query)}`);
    const follow = async (url: URL, headers: Record<string, string> = {}) => {
      const response = await new TestBrowser(product).open(url, { headers });
      return new URL(response.headers.get('location')!);
    };
    const isSiteUrl = ({ origin, username }: URL) => origin === SITE && username === '';

    let user: TestUser;
    let token: string;
    beforeAll(async () => {
      user = await createConfirmedUser(product);
      token = (await signIn(product, user).expect(200)).body.access_token;
    });

    it('cannot make an email link redirect to it', async () => {
      const secret = await createLinkToken(product, user.id, 'recovery', user.email);
      const ends = [
        await follow(at('/verify', { type: 'recovery', token: secret, redirect_to })),
        await follow(at('/verify', { type: 'recovery', token: secret, redirect_to })),
        await follow(at('/callback', { state: randomUUID(), code: 'x', redirect_to })),
        await follow(at('/sso/saml/leave', { visit: randomUUID(), redirect_to })),
      ];
      expect(ends.map(({ href }) => href).filter((href) => !isSiteUrl(new URL(href)))).toEqual([]);
      expect(ends[0]!.hash).toContain('access_token=');
    });

    it('cannot have an email sent that redirects to it', async () => {
      const { id, email } = user;
      const before = (await listEvents(product, id)).length;
      const query = new URLSearchParams({ redirect_to });
      for (const path of ['/recover', '/otp', '/magiclink'])
        await callAuth(product, 'post', `${path}?${query}`).send({ email }).expect(200);
      await callAuth(product, 'put', `/user?${query}`, token).send({ email: uniqueEmail() }).expect(200);
      const { body: link } = await callAuth(product, 'post', '/admin/generate_link', serviceKey)
        .send({ type: 'magiclink', email, redirect_to })
        .expect(200);
      const emailEvents = (await listEvents(product, id))
        .slice(before)
        .filter(({ payload }) => 'redirectTo' in payload);
      expect(emailEvents.length).toBeGreaterThanOrEqual(3);
      expect(JSON.stringify(emailEvents)).not.toContain('evil');
      expect(isSiteUrl(new URL(link.redirect_to))).toBe(true);
    });

    it('cannot make an OAuth or SSO callback redirect to it', async () => {
      const { sub } = createExternalUser(oauth);
      const end = await new TestBrowser(product).follow(
        at('/authorize', { provider: 'keycloak', login_hint: sub, redirect_to }).href,
        { until: /^(?!http:\/\/(localhost|127\.0\.0\.1)[:/]).*/ },
      );
      expect(isSiteUrl(end)).toBe(true);
      expect(end.hash).toContain('access_token=');
      const provider = { type: 'saml', metadata_xml: idp.metadata, domains: ['attacked.example'] };
      const { body } = await callAuth(product, 'post', '/admin/sso/providers', serviceKey)
        .send(provider)
        .expect(201);
      const ssoRedirect = await callAuth(product, 'post', '/sso')
        .send({ provider_id: body.id, redirect_to, skip_http_redirect: true })
        .expect(200);
      idp.user = { nameId: randomUUID() };
      const back = await new TestBrowser(product).follow(ssoRedirect.body.url, {
        until: /^(?!http:\/\/(localhost|127\.0\.0\.1)[:/]).*/,
      });
      expect(isSiteUrl(back)).toBe(true);
    });

    it('cannot redirect off the page that a link was opened from, while allowed partners can', async () => {
      const confirm = async (redirect_to: string, Referer: string) => {
        const secret = await createLinkToken(product, user.id, 'recovery', user.email);
        const link = at('/verify', { type: 'recovery', token: secret, redirect_to });
        return (await follow(link, { Referer })).origin;
      };
      expect(await confirm('', 'https://evil.example/page')).toBe(SITE);
      expect(await confirm(`${PARTNER}/in/deep?x=1`, 'https://evil.example/')).toBe(PARTNER);
      expect(await confirm('https://a.tenant.example/in', '')).toBe('https://a.tenant.example');
      expect(await confirm('https://a.b.tenant.example/in', '')).toBe(SITE);
    });
  });

  describe('with extra request fields', () => {
    const PRIVILEGED_FIELDS = {
      id: '6f8d2f9e-3c1b-4f0e-9d57-0c2b8a1e4d33',
      sub: '6f8d2f9e-3c1b-4f0e-9d57-0c2b8a1e4d33',
      email_verified: true,
      aud: 'service',
      role: 'service_role',
      is_super_admin: true,
      is_sso_user: true,
      is_anonymous: false,
      app_metadata: { role: 'admin', provider: 'google', providers: ['google'] },
      raw_app_meta_data: { role: 'admin' },
      appMetadata: { role: 'admin' },
      email_confirmed_at: '2020-01-01T00:00:00Z',
      emailConfirmedAt: '2020-01-01T00:00:00Z',
      email_confirm: true,
      phone_confirmed_at: '2020-01-01T00:00:00Z',
      confirmed_at: '2020-01-01T00:00:00Z',
      password_hash: '$2a$10$abcdefghijklmnopqrstuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu',
      ban_duration: 'none',
      created_at: '2000-01-01T00:00:00Z',
      identities: [{ provider: 'google', id: '1' }],
      factors: [{ status: 'verified' }],
      aal: 'aal2',
      amr: [{ method: 'mfa/totp' }],
      __proto__: { role: 'admin' },
    };
    const expectUnprivileged = async (session: { access_token: string }, provider = 'email') => {
      const claims = decodeJwt(session.access_token);
      expect(claims).toMatchObject({ role: 'authenticated', aud: 'authenticated', aal: 'aal1' });
      const { body } = await getUser(session.access_token).expect(200);
      expect(body).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
      expect(body.id).not.toBe(PRIVILEGED_FIELDS.id);
      expect(body.app_metadata).toMatchObject(provider === '' ? {} : { provider, providers: [provider] });
      expect(body.app_metadata).not.toHaveProperty('role');
      expect(body.factors).toBeUndefined();
      const identities = provider === '' ? [] : [{ provider, id: body.id, identity_data: { sub: body.id } }];
      expect(body.identities).toMatchObject(identities);
      expect(body.created_at > '2020').toBe(true);
      for (const path of ['/api/admin/v1/me', '/api/auth/v1/admin/users']) {
        const headers = { Authorization: `Bearer ${session.access_token}` };
        expect((await fetch(product.url + path, { headers })).status).toBe(403);
      }
      return body;
    };

    it('signs up without privileges and without a confirmed address', async () => {
      const email = uniqueEmail();
      const input = {
        ...PRIVILEGED_FIELDS,
        email,
        password: PASSWORD,
        data: { ...PRIVILEGED_FIELDS, full_name: 'Ada' },
      };
      const { body } = await callAuth(product, 'post', '/signup').send(input).expect(200);
      expect(body).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
      expect(body.email_confirmed_at).toBeUndefined();
      expect((await signIn(product, { email, password: PASSWORD }).expect(400)).body.code).toBe(
        'email_not_confirmed',
      );
      const token_hash = await createLinkToken(product, body.id, 'signup', email);
      const verified = await callAuth(product, 'post', '/verify').send({
        ...PRIVILEGED_FIELDS,
        type: 'signup',
        token_hash,
      });
      await expectUnprivileged(verified.body);
    });

    it('signs in by code or anonymously without privileges', async () => {
      const email = uniqueEmail();
      await callAuth(product, 'post', '/otp')
        .send({ ...PRIVILEGED_FIELDS, email, data: PRIVILEGED_FIELDS })
        .expect(200);
      const [row] = await product.database.query<{ id: string }>({
        text: 'select id from users where email = $1',
        values: [email],
      });
      const token_hash = await createLinkToken(product, row!.id, 'signup', email);
      const { body } = await callAuth(product, 'post', '/verify')
        .send({ type: 'signup', token_hash })
        .expect(200);
      await expectUnprivileged(body);
      const anonymous = await callAuth(product, 'post', '/signup')
        .send({ ...PRIVILEGED_FIELDS, data: PRIVILEGED_FIELDS })
        .expect(200);
      expect((await expectUnprivileged(anonymous.body, '')).is_anonymous).toBe(true);
    });

    it('can change only their own editable attributes', async () => {
      const user = await createConfirmedUser(product);
      const { body: session } = await signIn(product, user).expect(200);
      const { body: before } = await getUser(session.access_token).expect(200);
      const change = (body: object) => callAuth(product, 'put', '/user', session.access_token).send(body);
      expect((await change({ ...PRIVILEGED_FIELDS, data: PRIVILEGED_FIELDS }).expect(403)).body.code).toBe(
        'not_admin',
      );
      const { app_metadata: _, ...rest } = PRIVILEGED_FIELDS;
      await change({ ...rest, data: PRIVILEGED_FIELDS }).expect(200);
      const after = await expectUnprivileged(session);
      for (const field of ['id', 'email', 'email_confirmed_at', 'confirmed_at', 'created_at'])
        expect(after[field]).toEqual(before[field]);
      const { body: refreshed } = await refresh(product, session.refresh_token).expect(200);
      await expectUnprivileged(refreshed);
      await signIn(product, user).expect(200);
    });
  });
});

describe('a distributed attacker', () => {
  const product = useFixture(startTestProduct, { ...LIMITED, AUTH_HIDE_EXISTING_ACCOUNTS: 'on' });

  const post = (path: string, body: object, client = uniqueIpAddress()) =>
    callAuth(product, 'post', path).set('X-Forwarded-For', client).send(body);
  let existing: string[];
  beforeAll(async () => {
    const { body: unconfirmed } = await post('/signup', { email: uniqueEmail(), password: PASSWORD });
    const withoutPassword = uniqueEmail();
    await callAuth(product, 'post', '/admin/users', await signClientKey('service_role'))
      .send({ email: withoutPassword, email_confirm: true })
      .expect(200);
    const [known, banned] = [await createConfirmedUser(product), await createConfirmedUser(product)];
    await product.database.query({
      text: `update users set banned_until = '2090-01-01' where id = $1`,
      values: [banned.id],
    });
    existing = [known.email, unconfirmed.email, withoutPassword, banned.email];
  });

  it.each<[string, string, object]>([
    ['a wrong password', '/token?grant_type=password', { password: 'wrong' }],
    ['a password recovery', '/recover', {}],
    ['a one-time code', '/otp', {}],
    ['a one-time code for existing accounts only', '/otp', { create_user: false }],
    ['a resent sign-up', '/resend', { type: 'signup' }],
    ['a resent email change', '/resend', { type: 'email_change' }],
    ['a wrong code of any type', '/verify', { type: 'email', token: '000000' }],
  ])('cannot find out by %s whether an account exists', async (_, path, body) => {
    const responses = [];
    for (const email of [uniqueEmail(), ...existing]) {
      const { status, body: claimSet, headers } = await post(path, { ...body, email });
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      responses.push({ status, said: claimSet, rest });
    }
    expect(responses[0]!.status).toBeLessThan(429);
    for (const response of responses.slice(1)) expect(response).toEqual(responses[0]);
  });

  it('cannot find out by signing up, when the installation hides registered addresses: nothing is written or sent', async () => {
    const known = await createConfirmedUser(product);
    const before = await listEvents(product, known.id);
    const options = { data: { full_name: 'Mallory' } };
    const { data, error } = await authClient(product).signUp({
      email: known.email,
      password: PASSWORD,
      options,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: known.email, identities: [], user_metadata: options.data });
    expect(data.user?.id).not.toBe(known.id);
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(await listEvents(product, known.id)).toEqual(before);
    const fresh = await authClient(product).signUp({ email: uniqueEmail(), password: PASSWORD, options });
    const shape = (user: object) => Object.keys(user).sort();
    expect(shape(data.user!)).toEqual(shape(fresh.data.user!));
  });
});
