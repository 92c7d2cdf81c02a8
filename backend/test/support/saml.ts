import { randomBytes } from 'node:crypto';
import { callAuth } from './auth.js';
import { pageClient, SITE } from './oauth.js';
import { signClientKey } from './service-key.js';
import { TestBrowser } from './test-browser.js';
import {
  parseRequest,
  startTestIdentityProvider,
  type AssertionContent,
  type TestIdentityProvider,
} from './test-identity-provider.js';
import { startTestProduct, type TestProduct } from './test-product.js';

const SAML_DOMAIN = 'company.example';

/** The product with SAML keys, and an identity provider for the domain. */
export interface SamlFixture extends TestProduct {
  idp: TestIdentityProvider;
  /** Another user is signed in at the identity provider, which has its defaults again. */
  switchUser(): void;
  signIn(): Promise<URL>;
  /** The error after a sign-in for which the identity provider sends this changed response, or null. */
  signInWith(
    change: (response: string) => Promise<string> | string,
    content?: Partial<AssertionContent>,
  ): Promise<string | null>;
  /** The certificates in the service provider metadata, as an identity provider reads it. */
  publishedCertificates(use: 'signing' | 'encryption'): Promise<string[]>;
}

/** `keys` are those of the product, the newest first. The identity provider is registered with its metadata, changed by `adapt`. */
export async function startSamlFixture(
  keys: { key: string; certificate: string }[],
  adapt: (metadata: string) => string = (metadata) => metadata,
): Promise<SamlFixture> {
  const idp = await startTestIdentityProvider();
  const product = await startTestProduct({
    AUTH_SAML: 'on',
    AUTH_SAML_PRIVATE_KEY: keys.map(({ key }) => key).join(','),
    AUTH_SAML_CERTIFICATE: keys.map(({ certificate }) => certificate).join(','),
  });
  await callAuth(product, 'post', '/admin/sso/providers', await signClientKey('service_role'))
    .send({ type: 'saml', metadata_xml: adapt(idp.metadata), domains: [SAML_DOMAIN] })
    .expect(201);
  return {
    ...product,
    idp,
    switchUser() {
      const nameId = randomBytes(6).toString('hex');
      idp.user = { nameId, email: `${nameId}@${SAML_DOMAIN}`, name: 'Zoë Ångström' };
      idp.encryption = undefined;
      idp.requests = undefined;
    },
    signIn: async () => new TestBrowser(product).follow(await beginSso(product)),
    async signInWith(change, content = {}) {
      const browser = new TestBrowser(product);
      const { searchParams } = await browser.follow(await beginSso(product), { until: /SAMLRequest=/ });
      const response = idp.respond({ inResponseTo: parseRequest(searchParams).id, ...content });
      const body = new URLSearchParams({
        SAMLResponse: await change(response),
        RelayState: searchParams.get('RelayState')!,
      });
      const acs = new URL(`${SITE}/api/auth/v1/sso/saml/acs`);
      const { headers } = await browser.open(acs, { method: 'POST', body });
      return new URL(headers.get('location')!).searchParams.get('error_code');
    },
    async publishedCertificates(use) {
      const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
      const keyPattern = new RegExp(`use="${use}"[\\s\\S]*?X509Certificate>([^<]+)<`, 'g');
      return [...text.matchAll(keyPattern)].map(([, certificate]) => certificate!.replaceAll(/\s/g, ''));
    },
    async stop() {
      await product.stop();
      await idp.stop();
    },
  };
}

/** The URL that the client library sends a browser to for a single sign-on. */
async function beginSso(product: TestProduct): Promise<string> {
  const options = { redirectTo: `${SITE}/back` };
  const { data } = await pageClient(product, 'implicit').signInWithSSO({ domain: SAML_DOMAIN, options });
  return data!.url;
}

/** The user of the session that a sign-in ended with. */
export async function getSignedInUser(product: TestProduct, end: URL) {
  const token = new URLSearchParams(end.hash.slice(1)).get('access_token');
  if (!token) throw new Error(`no session: ${end.href}`);
  return (await callAuth(product, 'get', '/user', token).expect(200)).body;
}
