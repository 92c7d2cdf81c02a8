import { randomBytes } from 'node:crypto';
import { callAuth } from '../support/auth.js';
import { pageClient, SITE } from '../support/oauth.js';
import { createSigningKeyPair } from '../support/self-signed.js';
import { signClientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import {
  UNTRUSTED_KEY,
  parseRequest,
  startTestIdentityProvider,
  type AssertionEncryption,
  type TestIdentityProvider,
} from '../support/test-identity-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const DOMAIN = 'company.example';
const RETURN_URL = `${SITE}/back`;
const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

describe('an installation with a SAML key', () => {
  const own = createSigningKeyPair();
  let product: TestProduct;
  let idp: TestIdentityProvider;
  beforeAll(async () => {
    idp = await startTestIdentityProvider();
    product = await startTestProduct({
      AUTH_SAML: 'on',
      AUTH_SAML_PRIVATE_KEY: own.key,
      AUTH_SAML_CERTIFICATE: own.certificate,
    });
    await callAuth(product, 'post', '/admin/sso/providers', await signClientKey('service_role'))
      .send({ type: 'saml', metadata_xml: requireSignedRequests(idp.metadata), domains: [DOMAIN] })
      .expect(201);
  });
  afterAll(async () => {
    await product?.stop();
    await idp?.stop();
  });
  beforeEach(() => {
    const nameId = randomBytes(6).toString('hex');
    idp.user = { nameId, email: `${nameId}@${DOMAIN}`, name: 'Zoë Ångström' };
    idp.encryption = undefined;
    idp.requests = undefined;
  });

  const begin = async (): Promise<string> => {
    const client = pageClient(product, 'implicit');
    const { data } = await client.signInWithSSO({ domain: DOMAIN, options: { redirectTo: RETURN_URL } });
    return data!.url;
  };
  const runRedirectFlow = async (): Promise<URL> => new TestBrowser(product).follow(await begin());
  const getUser = async (end: URL) => {
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token');
    if (!token) throw new Error(`no session: ${end.href}`);
    return (await callAuth(product, 'get', '/user', token).expect(200)).body;
  };
  /** The service provider metadata, as an identity provider reads it. */
  const publishedCertificates = async (use: 'signing' | 'encryption'): Promise<string> => {
    const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
    const keyPattern = new RegExp(`use="${use}"[\\s\\S]*?X509Certificate>([^<]+)<`);
    return keyPattern.exec(text)![1]!.replaceAll(/\s/g, '');
  };
  const errorCodeFor = async (
    change: (response: string) => Promise<string> | string,
    content: Parameters<TestIdentityProvider['respond']>[0] = {},
  ): Promise<string | null> => {
    const browser = new TestBrowser(product);
    const redirect = await browser.follow(await begin(), { until: /SAMLRequest=/ });
    const { id } = parseRequest(redirect.searchParams);
    const response = idp.respond({ inResponseTo: id, ...content });
    const body = new URLSearchParams({
      SAMLResponse: await change(response),
      RelayState: redirect.searchParams.get('RelayState')!,
    });
    const acs = new URL(`${SITE}/api/auth/v1/sso/saml/acs`);
    const { headers } = await browser.open(acs, { method: 'POST', body });
    return new URL(headers.get('location')!).searchParams.get('error_code');
  };

  it('publishes its certificate for signing and encryption, and announces signed requests', async () => {
    expect(await publishedCertificates('signing')).toBe(own.certificate);
    expect(await publishedCertificates('encryption')).toBe(own.certificate);
    const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text).toContain('WantAssertionsSigned="true"');
  });

  it('signs its requests', async () => {
    idp.requests = { signedBy: await publishedCertificates('signing') };
    expect((await getUser(await runRedirectFlow())).email).toBe(idp.user.email);
    idp.requests = { signedBy: createSigningKeyPair().certificate };
    await expect(runRedirectFlow()).rejects.toThrow('request not signed');
  });

  it.each<[string, AssertionEncryption['data']]>([
    ['AES-256-GCM', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'],
    ['AES-256-CBC', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'],
  ])('decrypts assertions encrypted with %s', async (_, data) => {
    idp.encryption = { certificate: await publishedCertificates('encryption'), data };
    expect(await getUser(await runRedirectFlow())).toMatchObject({
      email: idp.user.email,
      user_metadata: { full_name: 'Zoë Ångström' },
    });
  });

  it('also accepts unencrypted assertions', async () => {
    expect((await getUser(await runRedirectFlow())).email).toBe(idp.user.email);
  });

  it('rejects assertions that are encrypted but not signed by the identity provider', async () => {
    const { certificate } = own;
    const encrypt = (response: string) => idp.encrypt(response, { certificate });
    expect(await errorCodeFor(encrypt, { key: undefined })).toBe('validation_failed');
    expect(await errorCodeFor(encrypt, { key: UNTRUSTED_KEY })).toBe('validation_failed');
    expect(await errorCodeFor(encrypt, { signedInResponseTo: '_another' })).toBe('validation_failed');
    expect(await errorCodeFor(encrypt)).toBeNull();
  });

  it('rejects assertions encrypted for someone else, corrupted, or with a broken algorithm', async () => {
    const { certificate } = own;
    const other = createSigningKeyPair().certificate;
    expect(await errorCodeFor((response) => idp.encrypt(response, { certificate: other }))).toBe(
      'validation_failed',
    );
    expect(await errorCodeFor((response) => idp.encrypt(response, { certificate, key: RSA_1_5 }))).toBe(
      'validation_failed',
    );
    const corrupt = async (response: string) => {
      const xml = Buffer.from(await idp.encrypt(response, { certificate }), 'base64').toString('utf8');
      const [cipher] = [...xml.matchAll(/<[\w:]*CipherValue>([^<]+)</g)].slice(-1);
      const bytes = Buffer.from(cipher![1]!, 'base64');
      bytes[40]! ^= 1;
      return Buffer.from(xml.replace(cipher![1]!, bytes.toString('base64'))).toString('base64');
    };
    expect(await errorCodeFor(corrupt)).toBe('validation_failed');
  });
});

describe('an installation without a SAML key', () => {
  it('rejects identity providers that require signed requests, decrypts nothing, and announces neither', async () => {
    const idp = await startTestIdentityProvider();
    const product = await startTestProduct({ AUTH_SAML: 'on' });
    try {
      const key = await signClientKey('service_role');
      const write = (metadata_xml: string) =>
        callAuth(product, 'post', '/admin/sso/providers', key).send({
          type: 'saml',
          metadata_xml,
          domains: [DOMAIN],
        });
      const rejected = await write(requireSignedRequests(idp.metadata)).expect(400);
      expect(rejected.body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('signed'),
      });
      await write(idp.metadata).expect(201);
      const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
      expect(text).toContain('AuthnRequestsSigned="false"');
      expect(text).not.toContain('KeyDescriptor');
      idp.user = { nameId: 'ada', email: `ada@${DOMAIN}` };
      idp.encryption = { certificate: createSigningKeyPair().certificate };
      const client = pageClient(product, 'implicit');
      const { data } = await client.signInWithSSO({ domain: DOMAIN, options: { redirectTo: RETURN_URL } });
      const end = await new TestBrowser(product).follow(data!.url);
      expect(end.searchParams.get('error_code')).toBe('validation_failed');
    } finally {
      await product.stop();
      await idp.stop();
    }
  });
});

function requireSignedRequests(metadata: string): string {
  return metadata.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"');
}
