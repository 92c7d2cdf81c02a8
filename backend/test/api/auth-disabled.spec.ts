import type { GoTrueClient } from '@supabase/auth-js';
import { authClient, callAuth, PASSWORD, signIn, uniqueEmail, uniqueIpAddress } from '../support/auth.js';
import { useFixture } from '../support/fixtures.js';
import {
  authorizationUrlFor,
  createExternalUser,
  pageClient,
  signInByRedirect,
  startOAuthFixture,
} from '../support/oauth.js';
import { adminClient } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';

const CALLBACK = /\/api\/auth\/v1\/callback\?/;
const RETURN_URL = 'https://site.example/back';

describe('an installation that disables features', () => {
  const oauth = useFixture(startOAuthFixture, {
    AUTH_SIGNUP_ENABLED: 'off',
    AUTH_MFA_TOTP: 'off',
    AUTH_PASSKEYS: 'off',
    AUTH_MANUAL_LINKING: 'off',
    AUTH_WEB3: 'off',
    SITE_URL: 'https://site.example',
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: 'loopback',
  });
  const createUser = async () => {
    const user = { email: uniqueEmail(), password: PASSWORD };
    const admin = await adminClient(oauth.product);
    expect((await admin.createUser({ ...user, email_confirm: true })).error).toBeNull();
    return (await signIn(oauth.product, user).expect(200)).body;
  };

  it('rejects new users by every sign-in method, and signs in those that exist', async () => {
    const { product } = oauth;
    const client = authClient(product);
    const email = uniqueEmail();
    const listUsers = () => product.database.query({ text: 'select id from users order by id' });
    const before = await listUsers();
    const attempts: ReturnType<GoTrueClient['signUp']>[] = [
      client.signUp({ email, password: PASSWORD }),
      client.signInAnonymously(),
      client.signInWithOtp({ email }) as never,
    ];
    for (const attempt of attempts)
      expect((await attempt).error).toMatchObject({ status: 422, code: 'signup_disabled' });
    const { end } = await signInByRedirect(oauth, createExternalUser(oauth).sub, { redirectTo: RETURN_URL });
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'signup_disabled',
    });
    expect(await listUsers()).toEqual(before);
    const { user } = await createUser();
    await callAuth(product, 'post', '/otp').send({ email: user.email }).expect(200, {});
  });

  it('returns the same error for disabled features with and without a session, and does not list them', async () => {
    const { product } = oauth;
    const { access_token, user } = await createUser();
    for (const [method, path] of [
      ['get', '/passkeys'],
      ['post', '/passkeys/registration/options'],
      ['post', '/passkeys/authentication/options'],
      ['post', '/passkeys/authentication/verify'],
    ] as const) {
      for (const bearer of [undefined, access_token]) {
        const { status, body } = await callAuth(product, method, path, bearer).send({});
        expect([status, body.code]).toEqual([404, 'passkey_disabled']);
      }
    }
    const wallet = '/token?grant_type=web3';
    for (const body of [[], { chain: 5 }, { message: {} }, { gotrue_meta_security: 1, signature: [] }])
      expect((await callAuth(product, 'post', wallet).send(body).expect(422)).body.code).toBe(
        'web3_provider_disabled',
      );
    const totp = callAuth(product, 'post', '/factors', access_token).send({ factor_type: 'totp' });
    expect((await totp.expect(422)).body.code).toBe('mfa_totp_enroll_not_enabled');
    for (const [method, path] of [
      ['get', '/user/identities/authorize?provider=keycloak&skip_http_redirect=true'],
      ['delete', `/user/identities/${user.identities[0].identity_id}`],
    ] as const) {
      const response = await callAuth(product, method, path, access_token).expect(404);
      expect(response.body.code).toBe('manual_linking_disabled');
    }
    expect((await callAuth(product, 'get', '/settings')).body).toMatchObject({
      disable_signup: true,
      passkeys_enabled: false,
    });
  });

  it('redirects browsers that are rate-limited to the requested page or the site', async () => {
    const client = uniqueIpAddress();
    const call = (path: string) => callAuth(oauth.product, 'get', path).set('X-Forwarded-For', client);
    const firstLimited = async (path: string, status: number): Promise<URL> => {
      for (let times = 0; times < 61; times++) {
        const response = await call(path);
        const end = new URL(response.get('Location')!);
        if (end.searchParams.get('error_code') !== 'over_request_rate_limit') continue;
        expect(response.status).toBe(status);
        return end;
      }
      throw new Error(`${path} was never limited`);
    };
    const query = new URLSearchParams({ provider: 'github', redirect_to: RETURN_URL });
    const authorize = `/authorize?${query.toString()}`;
    const back = await firstLimited(authorize, 302);
    expect(back.href.startsWith(`${RETURN_URL}?`)).toBe(true);
    expect(back.searchParams.get('error')).toBe('temporarily_unavailable');
    const json = await call(`${authorize}&skip_http_redirect=true`);
    expect([json.status, json.body.code]).toEqual([429, 'over_request_rate_limit']);
    expect((await firstLimited('/callback?code=x&state=x', 303)).origin).toBe('https://site.example');
  });

  it('sets a Secure cookie on HTTPS, and SameSite=None only for providers that use form_post', async () => {
    const cookieFor = async (provider: string) =>
      (await callAuth(oauth.product, 'get', `/authorize?provider=${provider}`).expect(302)).get(
        'Set-Cookie',
      )![0];
    expect(await cookieFor('keycloak')).toMatch(/Secure.*SameSite=Lax/);
    expect(await cookieFor('apple')).toMatch(/Secure.*SameSite=None/);
  });

  describe('while the provider is unavailable', () => {
    let browser: TestBrowser;
    let callback: URL;
    beforeAll(async () => {
      const { issuer, product } = oauth;
      browser = new TestBrowser(product);
      const url = await authorizationUrlFor(
        pageClient(product, 'implicit'),
        product,
        createExternalUser(oauth).sub,
      );
      callback = await browser.follow(url, { until: CALLBACK });
      await issuer.stop();
    });

    it('returns a retryable error from the callback', async () => {
      const response = await browser.open(callback);
      const end = new URL(response.headers.get('location')!);
      expect(Object.fromEntries(end.searchParams)).toMatchObject({
        error: 'temporarily_unavailable',
        error_code: 'unexpected_failure',
      });
    });

    it('redirects browsers back, and returns JSON to other clients', async () => {
      const { product } = oauth;
      const expected = { error: 'temporarily_unavailable', error_code: 'unexpected_failure' };
      const authorize = (query: Record<string, string>) =>
        callAuth(
          product,
          'get',
          `/authorize?${new URLSearchParams({ provider: 'azure', ...query }).toString()}`,
        );
      for (const [redirect_to, page] of [
        ['https://site.example/pricing?plan=team', 'https://site.example/pricing'],
        ['https://evil.example/', 'https://site.example/auth'],
        ['', 'https://site.example/auth'],
      ] as const) {
        const response = await authorize({ redirect_to }).expect(302);
        expect(response.get('Set-Cookie')).toBeUndefined();
        const end = new URL(response.get('Location')!);
        expect(end.origin + end.pathname).toBe(page);
        expect(Object.fromEntries(end.searchParams)).toMatchObject(expected);
        expect(Object.fromEntries(new URLSearchParams(end.hash.slice(1)))).toMatchObject({
          ...expected,
          sb: '',
        });
      }
      const fromReferer = await authorize({})
        .set('Referer', 'https://site.example/account/security')
        .expect(302);
      expect(fromReferer.get('Location')).toMatch(/^https:\/\/site\.example\/account\/security\?error=/);
      const unavailable = await authorize({ skip_http_redirect: 'true' }).expect(503);
      expect(unavailable.body).toMatchObject({
        code: 'unexpected_failure',
        message: expect.stringContaining('provider'),
      });
      const unknown = callAuth(
        product,
        'get',
        '/authorize?provider=unknown&redirect_to=https://site.example/',
      );
      expect((await unknown.expect(400)).body.code).toBe('validation_failed');
      const repeated = callAuth(product, 'get', '/authorize?provider=azure&redirect_to=a&redirect_to=b');
      expect((await repeated.expect(400)).body.code).toBe('bad_json');
    });
  });
});
