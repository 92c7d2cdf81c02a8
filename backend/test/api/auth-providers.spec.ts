import { auditOf, call, eventsOf, someEmail } from '../support/auth.js';
import {
  addressFor,
  BACK,
  comeBack,
  pageClient,
  signedIn,
  SITE,
  newExternalPerson,
  startOAuthFixture,
  type OAuthFixture,
} from '../support/oauth.js';
import { TestBrowser } from '../support/test-browser.js';

const CALLBACK = /\/api\/auth\/v1\/callback\?/;

describe('signing in with an external account', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => (elsewhere = await startOAuthFixture()));
  afterAll(() => elsewhere?.stop());

  /** A browser that stands before the callback, with what the provider sends it back with. */
  const almostBack = async (sub: string) => {
    const browser = new TestBrowser(elsewhere.product);
    const address = await addressFor(pageClient(elsewhere.product, 'implicit'), elsewhere.product, sub);
    return { browser, callback: await browser.walk(address, { until: CALLBACK }) };
  };
  const finish = async (browser: TestBrowser, callback: URL) => {
    const response = await browser.open(callback);
    return { status: response.status, end: new URL(response.headers.get('location')!), answer: response };
  };

  it('is offered by name, and only with what is configured', async () => {
    const { body } = await call(elsewhere.product, 'get', '/settings').expect(200);
    expect(body.external).toMatchObject({
      keycloak: true,
      'custom:acme': true,
      apple: true,
      github: true,
      google: false,
      email: true,
    });
    for (const provider of ['google', 'acme', 'nobody', '', '__proto__']) {
      const response = await call(elsewhere.product, 'get', `/authorize?provider=${provider}`).expect(400);
      expect(response.body).toMatchObject({ code: 'validation_failed' });
      expect(response.body.message).toMatch(/^Unsupported provider: /);
    }
  });

  it('makes a confirmed account of someone new, and gives its session to the page that asked', async () => {
    const { sub, email } = newExternalPerson(elsewhere);
    const { end, fields } = await comeBack(elsewhere, sub);

    expect(end.href.split('#')[0]).toBe(BACK);
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
    const client = pageClient(elsewhere.product, 'implicit');
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
      identities: [
        { provider: 'keycloak', id: sub, email, identity_data: { sub, iss: elsewhere.issuer.url } },
      ],
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    expect((await eventsOf(elsewhere.product, data.user!.id)).map(({ topic }) => topic)).toEqual([
      'user.confirmed',
    ]);
    expect(await auditOf(elsewhere.product, data.user!.id)).toEqual([
      'user.created',
      'identity.linked',
      'user.email_confirmed',
      'session.created',
    ]);
  });

  it('ends with a code for a client that asked with a challenge; the provider token comes with its session', async () => {
    const { sub, email } = newExternalPerson(elsewhere);
    const client = pageClient(elsewhere.product, 'pkce');
    const browser = new TestBrowser(elsewhere.product);
    const end = await browser.walk(await addressFor(client, elsewhere.product, sub));
    expect(end.hash).toBe('');
    expect(end.href.startsWith(`${BACK}&`)).toBe(true);
    const code = end.searchParams.get('code')!;
    const stored = await elsewhere.product.database.query<{ row: string }>({
      text: 'select flow_states::text as row from flow_states',
    });
    expect(stored).toHaveLength(1);

    const { data, error } = await client.exchangeCodeForSession(code);

    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.session?.provider_token).toMatch(/^\S{20,}$/);
    expect(stored[0]!.row).not.toContain(data.session!.provider_token!);
    const thief = pageClient(elsewhere.product, 'pkce');
    await addressFor(thief, elsewhere.product, sub);
    expect((await thief.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });

  it('knows someone again by the id there, whatever the address has become', async () => {
    const { sub, email } = newExternalPerson(elsewhere);
    const first = await signedIn(elsewhere, sub);
    elsewhere.issuer.people.set(sub, { email: someEmail(), email_verified: true, name: 'Ada King' });
    const second = await signedIn(elsewhere, sub);
    expect(second.user).toMatchObject({ id: first.user.id, email });
    expect(second.user.identities).toHaveLength(1);
    expect(second.user.identities[0].identity_data.full_name).toBe('Ada King');
  });

  it('knows two first sign-ins at once for one person', async () => {
    const { sub } = newExternalPerson(elsewhere);
    const people = await Promise.all(Array.from({ length: 6 }, () => signedIn(elsewhere, sub)));
    expect(new Set(people.map(({ user }) => user.id)).size).toBe(1);
  });

  it('takes scopes and parameters along, and none that OAuth has a meaning for', async () => {
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
    const response = await call(elsewhere.product, 'get', `/authorize?${query.toString()}`).expect(302);
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

  it('takes the nonce that a client chose, and holds the provider to it', async () => {
    const { sub } = newExternalPerson(elsewhere);
    const browser = new TestBrowser(elsewhere.product);
    const query = new URLSearchParams({
      provider: 'keycloak',
      login_hint: sub,
      nonce: 'chosen-by-the-client',
    });
    const address = `${SITE}/api/auth/v1/authorize?${query.toString()}`;
    const leaving = await browser.walk(address, { until: /\/auth\?/ });
    expect(leaving.searchParams.get('nonce')).toBe('chosen-by-the-client');
    expect((await browser.walk(leaving.href)).hash).toContain('access_token=');
    const other = new URL(await browser.walk(address, { until: /\/auth\?/ }));
    other.searchParams.set('nonce', 'of-another-visit');
    expect((await browser.walk(other.href)).searchParams.get('error_code')).toBe('bad_oauth_callback');
  });

  it.each([
    ['a scope with a quote', { scopes: '"' }],
    ['too many scopes', { scopes: 'a '.repeat(21) }],
    ['a long nonce', { nonce: 'x'.repeat(256) }],
    ['a long parameter', { hint: 'x'.repeat(1001) }],
    ['too many parameters', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, 'x']))],
    ['half a challenge', { code_challenge: 'x'.repeat(43) }],
  ])('does not leave with %s', async (_, input) => {
    const query = new URLSearchParams({ provider: 'keycloak', ...input });
    const response = await call(elsewhere.product, 'get', `/authorize?${query.toString()}`).expect(400);
    expect(response.body.code).toBe('validation_failed');
  });

  it('comes back once', async () => {
    const { sub } = newExternalPerson(elsewhere);
    const { browser, callback } = await almostBack(sub);
    const cookie = { Cookie: browser.cookiesFor(callback) };
    expect((await finish(browser, callback)).end.hash).toContain('access_token=');
    const again = await fetch(`${elsewhere.product.url}${callback.pathname}${callback.search}`, {
      headers: cookie,
      redirect: 'manual',
    });
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toMatch(
      /^http:\/\/localhost:3000\/\?error=invalid_request&error_code=bad_oauth_state&/,
    );
  });

  it('comes back to the browser that left, and to no other: no one is lured into a stranger’s account', async () => {
    const { sub } = newExternalPerson(elsewhere);
    const { browser, callback } = await almostBack(sub);
    const victim = new TestBrowser(elsewhere.product);
    const lured = await finish(victim, callback);
    expect(lured.status).toBe(302);
    expect(lured.end.href.startsWith(`${BACK}&`)).toBe(true);
    const said = {
      error: 'invalid_request',
      error_code: 'bad_oauth_state',
      error_description: expect.any(String),
    };
    expect(Object.fromEntries(lured.end.searchParams)).toEqual({ sb_flow_id: '7', ...said });
    expect(Object.fromEntries(new URLSearchParams(lured.end.hash.slice(1)))).toEqual({ ...said, sb: '' });
    expect((await finish(browser, callback)).end.hash).toContain('access_token=');
  });

  it('does not take a code of one visit for another: a stolen code opens nothing', async () => {
    const victim = await almostBack(newExternalPerson(elsewhere).sub);
    const thief = await almostBack(newExternalPerson(elsewhere).sub);
    thief.callback.searchParams.set('code', victim.callback.searchParams.get('code')!);
    const { status, end } = await finish(thief.browser, thief.callback);
    expect(status).toBe(302);
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(end.hash).not.toContain('access_token');
  });

  it('comes back within five minutes', async () => {
    const { browser, callback } = await almostBack(newExternalPerson(elsewhere).sub);
    elsewhere.product.clock.advance(301);
    const { end } = await finish(browser, callback);
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_state');
  });

  it.each([
    ['no state', '?code=x', 'bad_oauth_callback'],
    ['a state that is none', '?code=x&state=x', 'bad_oauth_state'],
    ['a state nobody was given', '?code=x&state=5f0c3f6e-7a8a-4d1c-9a5e-000000000000', 'bad_oauth_state'],
    ['two states', '?code=x&state=a&state=b', 'bad_oauth_callback'],
    ['nothing', '', 'bad_oauth_callback'],
  ])('leads to the site with %s', async (_, query, code) => {
    for (const method of ['get', 'post'] as const) {
      const response = await call(elsewhere.product, method, `/callback${method === 'get' ? query : ''}`)
        .type(method === 'post' ? 'form' : 'json')
        .send(method === 'post' ? query.slice(1) : undefined)
        .expect(303);
      const end = new URL(response.get('Location')!);
      expect(end.origin).toBe(SITE);
      expect(end.searchParams.get('error_code')).toBe(code);
    }
  });

  it('says that someone declined, in query and fragment, and none of the provider’s words', async () => {
    const { end, fields } = await comeBack(elsewhere, '');
    const said = {
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The sign-in was declined at the provider',
    };
    expect(Object.fromEntries(end.searchParams)).toEqual({ sb_flow_id: '7', ...said });
    expect(Object.fromEntries(fields)).toEqual({ ...said, sb: '' });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    `${SITE}.evil.example/`,
    `${SITE}@evil.example/`,
  ])('never leads to %s', async (redirectTo) => {
    const { end } = await comeBack(elsewhere, newExternalPerson(elsewhere).sub, { redirectTo });
    expect(end.origin + end.pathname).toBe(`${SITE}/`);
    expect(end.hash).toContain('access_token=');
  });

  it('rejects who is banned', async () => {
    const { sub } = newExternalPerson(elsewhere);
    const { user } = await signedIn(elsewhere, sub);
    await elsewhere.product.database.query({
      text: 'update users set banned_until = $1 where id = $2',
      values: [elsewhere.product.clock.in(60), user.id],
    });
    const { fields } = await comeBack(elsewhere, sub);
    expect(Object.fromEntries(fields)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  it('rejects an account without an address, and a person without an id', async () => {
    elsewhere.issuer.people.set('without-address', { name: 'Ada' });
    const { fields } = await comeBack(elsewhere, 'without-address');
    expect(fields.get('error_code')).toBe('email_address_not_provided');
  });

  it('reads an answer that is posted as a form, as Apple does', async () => {
    const { sub, email } = newExternalPerson(elsewhere);
    const { end, fields } = await comeBack(elsewhere, sub, { provider: 'apple' });
    expect(end.pathname).toBe('/back');
    const { body } = await call(elsewhere.product, 'get', '/user', fields.get('access_token')!).expect(200);
    expect(body).toMatchObject({ email, app_metadata: { provider: 'apple' } });
  });

  it('asks GitHub’s API who came', async () => {
    const email = someEmail();
    elsewhere.github.people.set('octocat', {
      id: 583231,
      login: 'octocat',
      name: 'Octo Cat',
      emails: [
        { email: someEmail(), primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    });
    const { user, fields } = await signedIn(elsewhere, 'octocat', 'github');
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { user_name: 'octocat', full_name: 'Octo Cat' },
      identities: [{ provider: 'github', id: '583231' }],
    });
    expect(fields.get('provider_token')).toMatch(/^gho_/);
  });

  it('keeps nothing of a visit that would end it', async () => {
    const { browser, callback } = await almostBack(newExternalPerson(elsewhere).sub);
    const secret = browser.cookiesFor(callback).split('=')[1]!;
    const rows = await elsewhere.product.database.query<{ row: string }>({
      text: `select oauth_flows::text || encode(browser_hash, 'escape') as row from oauth_flows`,
    });
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('signing in elsewhere where there are no new accounts', () => {
  let elsewhere: OAuthFixture;
  beforeAll(
    async () =>
      (elsewhere = await startOAuthFixture({ AUTH_SIGNUP_ENABLED: 'off', SITE_URL: 'https://site.example' })),
  );
  afterAll(() => elsewhere?.stop());

  it('rejects someone new', async () => {
    const { sub } = newExternalPerson(elsewhere);
    const { end } = await comeBack(elsewhere, sub, { redirectTo: 'https://site.example/auth' });
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'signup_disabled',
    });
    const rows = await elsewhere.product.database.query({
      text: `select 1 from users where origin = 'provider'`,
    });
    expect(rows).toEqual([]);
  });

  it('marks its cookie for encrypted connections, and for strange pages only where the provider posts from one', async () => {
    const cookieFor = async (provider: string) =>
      (await call(elsewhere.product, 'get', `/authorize?provider=${provider}`).expect(302)).get(
        'Set-Cookie',
      )![0];
    expect(await cookieFor('keycloak')).toMatch(/Secure.*SameSite=Lax/);
    expect(await cookieFor('apple')).toMatch(/Secure.*SameSite=None/);
  });

  it('says that it should be tried again while the provider is away', async () => {
    const { issuer, product } = elsewhere;
    const browser = new TestBrowser(product);
    const address = await addressFor(
      pageClient(product, 'implicit'),
      product,
      newExternalPerson(elsewhere).sub,
    );
    const callback = await browser.walk(address, { until: CALLBACK });
    await issuer.stop();
    const response = await browser.open(callback);
    const end = new URL(response.headers.get('location')!);
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      error: 'temporarily_unavailable',
      error_code: 'unexpected_failure',
    });
  });

  it('leads a browser back that cannot leave because the provider is away, and answers programs as they ask', async () => {
    const { product } = elsewhere;
    const said = { error: 'temporarily_unavailable', error_code: 'unexpected_failure' };
    const leaving = (query: Record<string, string>) =>
      call(product, 'get', `/authorize?${new URLSearchParams({ provider: 'azure', ...query }).toString()}`);
    for (const [redirect_to, page] of [
      ['https://site.example/pricing?plan=team', 'https://site.example/pricing'],
      ['https://evil.example/', 'https://site.example/auth'],
      ['', 'https://site.example/auth'],
    ] as const) {
      const response = await leaving({ redirect_to }).expect(302);
      expect(response.get('Set-Cookie')).toBeUndefined();
      const end = new URL(response.get('Location')!);
      expect(end.origin + end.pathname).toBe(page);
      expect(Object.fromEntries(end.searchParams)).toMatchObject(said);
      expect(Object.fromEntries(new URLSearchParams(end.hash.slice(1)))).toMatchObject({ ...said, sb: '' });
    }
    const from = await leaving({}).set('Referer', 'https://site.example/account/security').expect(302);
    expect(from.get('Location')).toMatch(/^https:\/\/site\.example\/account\/security\?error=/);
    const told = await leaving({ skip_http_redirect: 'true' }).expect(503);
    expect(told.body).toMatchObject({
      code: 'unexpected_failure',
      message: expect.stringContaining('provider'),
    });
    const unknown = call(product, 'get', '/authorize?provider=nobody&redirect_to=https://site.example/');
    expect((await unknown.expect(400)).body.code).toBe('validation_failed');
    const twice = call(product, 'get', '/authorize?provider=azure&redirect_to=a&redirect_to=b');
    expect((await twice.expect(400)).body.code).toBe('bad_json');
  });
});

describe('signing in elsewhere too often', () => {
  it('leads browsers to pages, never to JSON: back where they wished to end, or to the site', async () => {
    const limited = await startOAuthFixture({ RATE_LIMITS: 'on' });
    try {
      const { product } = limited;
      const first = async (path: string, status: number): Promise<URL> => {
        for (let times = 0; times < 61; times++) {
          const response = await call(product, 'get', path);
          const end = new URL(response.get('Location')!);
          if (end.searchParams.get('error_code') !== 'over_request_rate_limit') continue;
          expect(response.status).toBe(status);
          return end;
        }
        throw new Error(`${path} was never limited`);
      };
      const query = new URLSearchParams({ provider: 'github', redirect_to: BACK });
      const back = await first(`/authorize?${query.toString()}`, 302);
      expect(back.href.startsWith(`${BACK}&`)).toBe(true);
      expect(back.searchParams.get('error')).toBe('temporarily_unavailable');
      const program = await call(product, 'get', `/authorize?${query.toString()}&skip_http_redirect=true`);
      expect([program.status, program.body.code]).toEqual([429, 'over_request_rate_limit']);
      expect((await first('/callback?code=x&state=x', 303)).origin).toBe(SITE);
    } finally {
      await limited.stop();
    }
  });
});
