import { banUser, listAuditActions, callAuth, listEvents, uniqueEmail } from '../support/auth.js';
import {
  authorizationUrlFor,
  RETURN_URL,
  signInByRedirect,
  pageClient,
  signInWithProvider,
  SITE,
  createExternalUser,
  startOAuthFixture,
} from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';
import { TestBrowser } from '../support/test-browser.js';

const CALLBACK = /\/api\/auth\/v1\/callback\?/;

describe('OAuth sign-in', () => {
  const oauth = useShared(startOAuthFixture);

  /** A browser about to open the callback, with the parameters that the provider returned. */
  const redirectedToCallback = async (sub: string) => {
    const browser = new TestBrowser(oauth.product);
    const url = await authorizationUrlFor(pageClient(oauth.product, 'implicit'), oauth.product, sub);
    return { browser, callback: await browser.follow(url, { until: CALLBACK }) };
  };
  const openCallback = async (browser: TestBrowser, callback: URL) => {
    const response = await browser.open(callback);
    return { status: response.status, end: new URL(response.headers.get('location')!), response };
  };

  it('is not completed by a HEAD request to the callback', async () => {
    const { browser, callback } = await redirectedToCallback(createExternalUser(oauth).sub);
    const { headers } = await browser.open(callback, { method: 'HEAD' });
    expect(headers.get('location')).not.toContain('access_token');
    expect((await openCallback(browser, callback)).end.hash).toContain('access_token=');
  });

  it('lists only the configured providers', async () => {
    const { body } = await callAuth(oauth.product, 'get', '/settings').expect(200);
    expect(body.external).toMatchObject({
      keycloak: true,
      'custom:acme': true,
      apple: true,
      github: true,
      google: false,
      email: true,
    });
    for (const provider of ['google', 'acme', 'unknown', '', '__proto__']) {
      const response = await callAuth(oauth.product, 'get', `/authorize?provider=${provider}`).expect(400);
      expect(response.body).toMatchObject({ code: 'validation_failed' });
      expect(response.body.message).toMatch(/^Unsupported provider: /);
    }
  });

  it('creates a confirmed account for a new user and returns the session to the requesting page', async () => {
    const { sub, email } = createExternalUser(oauth);
    const { end, fields } = await signInByRedirect(oauth, sub);

    expect(end.href.split('#')[0]).toBe(RETURN_URL);
    expect([...fields.keys()].sort()).toEqual(
      [
        'access_token',
        'expires_at',
        'expires_in',
        'provider_token',
        'refresh_token',
        'sb',
        'token_type',
      ].sort(),
    );
    const client = pageClient(oauth.product, 'implicit');
    const { data, error } = await client.setSession({
      access_token: fields.get('access_token')!,
      refresh_token: fields.get('refresh_token')!,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Ada Lovelace', email_verified: true },
      identities: [{ provider: 'keycloak', id: sub, email, identity_data: { sub, iss: oauth.issuer.url } }],
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    expect((await listEvents(oauth.product, data.user!.id)).map(({ topic }) => topic)).toEqual([
      'user.confirmed',
    ]);
    expect(await listAuditActions(oauth.product, data.user!.id)).toEqual([
      'user.created',
      'identity.linked',
      'user.email_confirmed',
      'session.created',
    ]);
  });

  it('returns a PKCE code; the provider token comes with the session', async () => {
    const { sub, email } = createExternalUser(oauth);
    const client = pageClient(oauth.product, 'pkce');
    const browser = new TestBrowser(oauth.product);
    const end = await browser.follow(await authorizationUrlFor(client, oauth.product, sub));
    expect(end.hash).toBe('');
    expect(end.href.startsWith(`${RETURN_URL}&`)).toBe(true);
    const code = end.searchParams.get('code')!;
    const stored = await oauth.product.database.query<{ row: string }>({
      text: 'select flow_states::text as row from flow_states',
    });
    expect(stored).not.toEqual([]);

    const { data, error } = await client.exchangeCodeForSession(code);

    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.session?.provider_token).toMatch(/^\S{20,}$/);
    expect(JSON.stringify(stored)).not.toContain(data.session!.provider_token!);
    const attacker = pageClient(oauth.product, 'pkce');
    await authorizationUrlFor(attacker, oauth.product, sub);
    expect((await attacker.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });

  it('recognizes a returning user by their ID at the provider, even if their email has changed', async () => {
    const { sub, email } = createExternalUser(oauth);
    const first = await signInWithProvider(oauth, sub);
    oauth.issuer.users.set(sub, { email: uniqueEmail(), email_verified: true, name: 'Ada King' });
    const second = await signInWithProvider(oauth, sub);
    expect(second.user).toMatchObject({ id: first.user.id, email });
    expect(second.user.identities).toHaveLength(1);
    expect(second.user.identities[0].identity_data.full_name).toBe('Ada King');
  });

  it('creates one user for two concurrent first sign-ins', async () => {
    const { sub } = createExternalUser(oauth);
    const users = await Promise.all(Array.from({ length: 2 }, () => signInWithProvider(oauth, sub)));
    expect(new Set(users.map(({ user }) => user.id)).size).toBe(1);
  });

  it('forwards scopes and custom parameters, but no reserved OAuth parameters', async () => {
    const query = new URLSearchParams({
      provider: 'keycloak',
      scopes: 'offline_access calendar',
      prompt: 'login',
      client_id: 'evil',
      redirect_uri: 'https://evil.example/',
      response_type: 'token',
      response_mode: 'fragment',
      state: 'mine',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'plain',
    });
    const response = await callAuth(oauth.product, 'get', `/authorize?${query.toString()}`).expect(302);
    const sent = new URL(response.get('Location')!).searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: 'site',
      redirect_uri: `${SITE}/api/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile offline_access calendar',
      prompt: 'login',
      code_challenge_method: 'S256',
    });
    expect(sent.get('state')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent.has('response_mode')).toBe(false);
    const [cookie] = response.get('Set-Cookie')!;
    expect(cookie).toMatch(
      /^visit-[0-9a-f-]{36}=\S{43};.*Max-Age=300;.*Path=\/api\/auth\/v1\/callback;.*HttpOnly/,
    );
  });

  it("passes on the client's nonce and requires it in the ID token", async () => {
    const { sub } = createExternalUser(oauth);
    const browser = new TestBrowser(oauth.product);
    const query = new URLSearchParams({
      provider: 'keycloak',
      login_hint: sub,
      nonce: 'chosen-by-the-client',
    });
    const url = `${SITE}/api/auth/v1/authorize?${query.toString()}`;
    const authorize = await browser.follow(url, { until: /\/auth\?/ });
    expect(authorize.searchParams.get('nonce')).toBe('chosen-by-the-client');
    expect((await browser.follow(authorize.href)).hash).toContain('access_token=');
    const other = new URL(await browser.follow(url, { until: /\/auth\?/ }));
    other.searchParams.set('nonce', 'from-another-flow');
    expect((await browser.follow(other.href)).searchParams.get('error_code')).toBe('bad_oauth_callback');
  });

  it('does not start a flow with invalid parameters', async () => {
    for (const input of [
      { scopes: '"' },
      { scopes: 'a '.repeat(21) },
      { nonce: 'x'.repeat(256) },
      { hint: 'x'.repeat(1001) },
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, 'x'])),
      { code_challenge: 'x'.repeat(43) },
    ]) {
      const query = new URLSearchParams({ provider: 'keycloak', ...input });
      const response = await callAuth(oauth.product, 'get', `/authorize?${query.toString()}`).expect(400);
      expect(response.body.code).toBe('validation_failed');
    }
  });

  it('accepts a callback once, within five minutes, with a secret that is not stored', async () => {
    const { sub } = createExternalUser(oauth);
    const late = await redirectedToCallback(sub);
    oauth.product.clock.advance(301);
    const { end } = await openCallback(late.browser, late.callback);
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_state');
    const { browser, callback } = await redirectedToCallback(sub);
    const cookie = { Cookie: browser.cookiesFor(callback) };
    const secret = cookie.Cookie.split('=')[1]!;
    const rows = await oauth.product.database.query<{ row: string }>({
      text: `select oauth_flows::text || encode(browser_hash, 'escape') as row from oauth_flows`,
    });
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await openCallback(browser, callback)).end.hash).toContain('access_token=');
    const repeated = await fetch(`${oauth.product.url}${callback.pathname}${callback.search}`, {
      headers: cookie,
      redirect: 'manual',
    });
    expect(repeated.status).toBe(303);
    expect(repeated.headers.get('location')).toMatch(
      /^http:\/\/localhost:3000\/\?error=invalid_request&error_code=bad_oauth_state&/,
    );
  });

  it('accepts a callback only in the browser that started the flow, which prevents login CSRF', async () => {
    const { sub } = createExternalUser(oauth);
    const { browser, callback } = await redirectedToCallback(sub);
    const victim = new TestBrowser(oauth.product);
    const hijacked = await openCallback(victim, callback);
    expect(hijacked.status).toBe(302);
    expect(hijacked.end.href.startsWith(`${RETURN_URL}&`)).toBe(true);
    const expected = {
      error: 'invalid_request',
      error_code: 'bad_oauth_state',
      error_description: expect.any(String),
    };
    expect(Object.fromEntries(hijacked.end.searchParams)).toEqual({ sb_flow_id: '7', ...expected });
    expect(Object.fromEntries(new URLSearchParams(hijacked.end.hash.slice(1)))).toEqual({
      ...expected,
      sb: '',
    });
    expect((await openCallback(browser, callback)).end.hash).toContain('access_token=');
  });

  it('rejects the code of another flow, so a stolen code is useless', async () => {
    const victim = await redirectedToCallback(createExternalUser(oauth).sub);
    const attacker = await redirectedToCallback(createExternalUser(oauth).sub);
    attacker.callback.searchParams.set('code', victim.callback.searchParams.get('code')!);
    const { status, end } = await openCallback(attacker.browser, attacker.callback);
    expect(status).toBe(302);
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(end.hash).not.toContain('access_token');
  });

  it.each([
    ['no state', '?code=x', 'bad_oauth_callback'],
    ['a malformed state', '?code=x&state=x', 'bad_oauth_state'],
    ['an unknown state', '?code=x&state=5f0c3f6e-7a8a-4d1c-9a5e-000000000000', 'bad_oauth_state'],
    ['two states', '?code=x&state=a&state=b', 'bad_oauth_callback'],
    ['no parameters', '', 'bad_oauth_callback'],
  ])('redirects to the site after a callback with %s', async (_, query, code) => {
    for (const method of ['get', 'post'] as const) {
      const response = await callAuth(oauth.product, method, `/callback${method === 'get' ? query : ''}`)
        .type(method === 'post' ? 'form' : 'json')
        .send(method === 'post' ? query.slice(1) : undefined)
        .expect(303);
      const end = new URL(response.get('Location')!);
      expect(end.origin).toBe(SITE);
      expect(end.searchParams.get('error_code')).toBe(code);
    }
  });

  it("reports a declined sign-in in the query and the fragment, without the provider's description", async () => {
    const { end, fields } = await signInByRedirect(oauth, '');
    const expected = {
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The sign-in was declined at the provider',
    };
    expect(Object.fromEntries(end.searchParams)).toEqual({ sb_flow_id: '7', ...expected });
    expect(Object.fromEntries(fields)).toEqual({ ...expected, sb: '' });
  });

  it('rejects a banned user', async () => {
    const { sub } = createExternalUser(oauth);
    const { user } = await signInWithProvider(oauth, sub);
    await banUser(oauth.product, user.id);
    const { fields } = await signInByRedirect(oauth, sub);
    expect(Object.fromEntries(fields)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  it('rejects a provider account without an email', async () => {
    oauth.issuer.users.set('without-email', { name: 'Ada' });
    const { fields } = await signInByRedirect(oauth, 'without-email');
    expect(fields.get('error_code')).toBe('email_address_not_provided');
  });

  it('accepts a form_post callback, as sent by Apple', async () => {
    const { sub, email } = createExternalUser(oauth);
    const { end, fields } = await signInByRedirect(oauth, sub, { provider: 'apple' });
    expect(end.pathname).toBe('/back');
    const { body } = await callAuth(oauth.product, 'get', '/user', fields.get('access_token')!).expect(200);
    expect(body).toMatchObject({ email, app_metadata: { provider: 'apple' } });
  });

  it('resolves the user from the GitHub API', async () => {
    const email = uniqueEmail();
    oauth.github.users.set('octocat', {
      id: 583231,
      login: 'octocat',
      name: 'Octocat',
      emails: [
        { email: uniqueEmail(), primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    });
    const { user, fields } = await signInWithProvider(oauth, 'octocat', 'github');
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { user_name: 'octocat', full_name: 'Octocat' },
      identities: [{ provider: 'github', id: '583231' }],
    });
    expect(fields.get('provider_token')).toMatch(/^gho_/);
  });
});
