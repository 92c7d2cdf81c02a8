import { GoTrueClient } from '@supabase/auth-js';
import { randomBytes } from 'node:crypto';
import { callAuth, uniqueEmail, type TestUser } from './auth.js';
import { startTestGithub, GITHUB_CLIENT, type TestGithub } from './test-github.js';
import { startTestIssuer, type IssuerUser, type TestIssuer } from './test-issuer.js';
import { startTestProduct, type TestProduct } from './test-product.js';
import { TestBrowser } from './test-browser.js';

export const SITE = 'http://localhost:3000';
export const RETURN_URL = `${SITE}/back?sb_flow_id=7`;

/** Another site, to whose pages people may be redirected. */
export const PARTNER = 'https://app.partner.example';

/** The product with OAuth providers: an OpenID issuer under four names, and a GitHub emulator. */
export interface OAuthFixture {
  product: TestProduct;
  issuer: TestIssuer;
  github: TestGithub;
  stop(): Promise<void>;
}

export async function startOAuthFixture(variables: Record<string, string> = {}): Promise<OAuthFixture> {
  const site = variables.SITE_URL ?? SITE;
  const issuer = await startTestIssuer([`${site}/api/auth/v1/callback`]);
  const github = await startTestGithub();
  const sameIssuer = ['KEYCLOAK', 'ACME', 'APPLE', 'AZURE'].map((name) => ({
    [`AUTH_${name}_ISSUER`]: issuer.url,
    [`AUTH_${name}_CLIENT_ID`]: `${issuer.clientId},phone-app`,
    [`AUTH_${name}_CLIENT_SECRET`]: issuer.clientSecret,
  }));
  const product = await startTestProduct({
    AUTH_OIDC_PROVIDERS: 'keycloak,acme',
    AUTH_ACME_SKIP_NONCE_CHECK: 'on',
    AUTH_CUSTOM_PROVIDERS: '20',
    AUTH_SAML: 'on',
    AUTH_ANONYMOUS_ENABLED: 'on',
    AUTH_REDIRECT_URLS: `${PARTNER}/**,https://*.tenant.example/in`,
    ...Object.assign({}, ...sameIssuer),
    AUTH_GITHUB_URL: github.url,
    AUTH_GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
    AUTH_GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
    ...variables,
  });
  return {
    product,
    issuer: {
      ...issuer,
      // The clock of the product may be ahead.
      idToken(claims, by) {
        const now = Math.floor(product.clock.now().getTime() / 1000);
        return issuer.idToken({ iat: now, exp: now + 300, ...claims }, by);
      },
    },
    github,
    async stop() {
      await product.stop();
      await issuer.stop();
      await github.stop();
    },
  };
}

/** Registers a user with the issuer, with a verified email by default. */
export function createExternalUser(
  { issuer }: OAuthFixture,
  claims: IssuerUser = {},
): { sub: string; email: string } {
  const sub = `user-${randomBytes(6).toString('hex')}`;
  const email = claims.email ?? uniqueEmail();
  issuer.users.set(sub, { email_verified: true, name: 'Ada Lovelace', ...claims, email });
  return { sub, email };
}

/** The client library as a page sets it up, with in-memory storage. */
export function pageClient(
  product: TestProduct,
  flowType: 'implicit' | 'pkce',
  fetcher?: typeof fetch,
): GoTrueClient {
  const items = new Map<string, string>();
  return new GoTrueClient({
    url: `${product.url}/api/auth/v1`,
    storageKey: randomBytes(6).toString('hex'),
    flowType,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    fetch: fetcher,
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
  });
}

/** A user signed in on a page of the site, whose browser keeps the cookies set for the client library. */
export async function signInOnPage(
  product: TestProduct,
  user: Pick<TestUser, 'email' | 'password'>,
  flowType: 'implicit' | 'pkce' = 'implicit',
): Promise<{ browser: TestBrowser; client: GoTrueClient }> {
  const browser = new TestBrowser(product);
  const client = pageClient(product, flowType, async (input, init) => {
    const response = await fetch(input, init);
    browser.storeCookies(new URL(SITE), response);
    return response;
  });
  const { error } = await client.signInWithPassword(user);
  if (error) throw error;
  return { browser, client };
}

/** The URL that the client library sends a browser to for a provider. */
export async function authorizationUrlFor(
  client: GoTrueClient,
  product: TestProduct,
  sub: string,
  { provider = 'keycloak', redirectTo = RETURN_URL }: { provider?: string; redirectTo?: string } = {},
): Promise<string> {
  const { data } = await client.signInWithOAuth({
    provider: provider as 'keycloak',
    options: { redirectTo, skipBrowserRedirect: true, queryParams: { login_hint: sub, login: sub } },
  });
  return data.url!.replace(product.url, product.settings.siteUrl);
}

/** Runs the redirect flow; returns the final URL and the fields of its fragment. */
export async function signInByRedirect(
  { product }: OAuthFixture,
  sub: string,
  input: { provider?: string; redirectTo?: string; browser?: TestBrowser } = {},
): Promise<{ end: URL; fields: URLSearchParams }> {
  const { browser = new TestBrowser(product), ...options } = input;
  const end = await browser.follow(
    await authorizationUrlFor(pageClient(product, 'implicit'), product, sub, options),
  );
  return { end, fields: new URLSearchParams(end.hash.slice(1)) };
}

/** Signs in through the redirect flow and returns the session's user. Throws without a session. */
export async function signInWithProvider(oauth: OAuthFixture, sub: string, provider = 'keycloak') {
  const { end, fields } = await signInByRedirect(oauth, sub, { provider });
  const token = fields.get('access_token');
  if (!token) throw new Error(`no session: ${end.href}`);
  const { body: user } = await callAuth(oauth.product, 'get', '/user', token).expect(200);
  return { token, fields, user };
}
