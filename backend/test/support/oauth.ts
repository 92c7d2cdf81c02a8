import { GoTrueClient } from '@supabase/auth-js';
import { randomBytes } from 'node:crypto';
import { call, someEmail } from './auth.js';
import { startTestGithub, GITHUB_CLIENT, type TestGithub } from './test-github.js';
import { startTestIssuer, type IssuerPerson, type TestIssuer } from './test-issuer.js';
import { startTestProduct, type TestProduct } from './test-product.js';
import { TestBrowser } from './test-browser.js';

export const SITE = 'http://localhost:3000';
export const BACK = `${SITE}/back?sb_flow_id=7`;

/** The product with providers beside it: an OpenID issuer under four names, and a GitHub of its own. */
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
    ...Object.assign({}, ...sameIssuer),
    AUTH_GITHUB_URL: github.url,
    AUTH_GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
    AUTH_GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
    ...variables,
  });
  return {
    product,
    issuer,
    github,
    async stop() {
      await product.stop();
      await issuer.stop();
      await github.stop();
    },
  };
}

/** Someone whom the issuer knows, with a verified address unless told otherwise; gives the id there. */
export function newExternalPerson(
  { issuer }: OAuthFixture,
  person: IssuerPerson = {},
): { sub: string; email: string } {
  const sub = `person-${randomBytes(6).toString('hex')}`;
  const email = person.email ?? someEmail();
  issuer.people.set(sub, { email_verified: true, name: 'Ada Lovelace', ...person, email });
  return { sub, email };
}

/** The client library as a page sets it up, keeping its verifier in memory. */
export function pageClient(
  product: TestProduct,
  flowType: 'implicit' | 'pkce',
  fetcher?: typeof fetch,
): GoTrueClient {
  const stored = new Map<string, string>();
  return new GoTrueClient({
    url: `${product.url}/api/auth/v1`,
    storageKey: randomBytes(6).toString('hex'),
    flowType,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    fetch: fetcher,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  });
}

/** Where a browser begins that the client library sends to a provider. */
export async function addressFor(
  client: GoTrueClient,
  product: TestProduct,
  sub: string,
  { provider = 'keycloak', redirectTo = BACK }: { provider?: string; redirectTo?: string } = {},
): Promise<string> {
  const { data } = await client.signInWithOAuth({
    provider: provider as 'keycloak',
    options: { redirectTo, skipBrowserRedirect: true, queryParams: { login_hint: sub, login: sub } },
  });
  return data.url!.replace(product.url, product.settings.siteUrl);
}

/** A whole sign-in by redirect: where it ends, in fragment and query together. */
export async function comeBack(
  { product }: OAuthFixture,
  sub: string,
  input: { provider?: string; redirectTo?: string; browser?: TestBrowser } = {},
): Promise<{ end: URL; fields: URLSearchParams }> {
  const { browser = new TestBrowser(product), ...options } = input;
  const end = await browser.walk(await addressFor(pageClient(product, 'implicit'), product, sub, options));
  return { end, fields: new URLSearchParams(end.hash.slice(1)) };
}

/** A sign-in by redirect that gives a session; its user as the service tells. */
export async function signedIn(elsewhere: OAuthFixture, sub: string, provider = 'keycloak') {
  const { end, fields } = await comeBack(elsewhere, sub, { provider });
  const token = fields.get('access_token');
  if (!token) throw new Error(`no session: ${end.href}`);
  const { body: user } = await call(elsewhere.product, 'get', '/user', token).expect(200);
  return { token, fields, user };
}
