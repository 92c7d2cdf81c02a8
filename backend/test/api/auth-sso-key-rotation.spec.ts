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
  type TestIdentityProvider,
} from '../support/test-identity-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const DOMAIN = 'company.example';

describe('SAML key rotation', () => {
  const [newest, older] = [createSigningKeyPair(), createSigningKeyPair()];
  let product: TestProduct;
  let idp: TestIdentityProvider;
  beforeAll(async () => {
    idp = await startTestIdentityProvider();
    product = await startTestProduct({
      AUTH_SAML: 'on',
      AUTH_SAML_PRIVATE_KEY: `${newest.key},${older.key}`,
      AUTH_SAML_CERTIFICATE: `${newest.certificate},${older.certificate}`,
    });
    await callAuth(product, 'post', '/admin/sso/providers', await signClientKey('service_role'))
      .send({ type: 'saml', metadata_xml: idp.metadata, domains: [DOMAIN] })
      .expect(201);
  });
  afterAll(async () => {
    await product?.stop();
    await idp?.stop();
  });
  beforeEach(() => {
    const nameId = randomBytes(6).toString('hex');
    idp.user = { nameId, email: `${nameId}@${DOMAIN}` };
    idp.encryption = undefined;
    idp.requests = undefined;
  });

  const begin = async (): Promise<string> => {
    const options = { redirectTo: `${SITE}/back` };
    const { data } = await pageClient(product, 'implicit').signInWithSSO({ domain: DOMAIN, options });
    return data!.url;
  };
  const runRedirectFlow = async (): Promise<URL> => new TestBrowser(product).follow(await begin());
  const getEmail = async (end: URL): Promise<string> => {
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token');
    if (!token) throw new Error(`no session: ${end.href}`);
    return (await callAuth(product, 'get', '/user', token).expect(200)).body.email;
  };
  const publishedCertificates = async (use: 'signing' | 'encryption'): Promise<string[]> => {
    const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
    const keys = new RegExp(`use="${use}"[\\s\\S]*?X509Certificate>([^<]+)<`, 'g');
    return [...text.matchAll(keys)].map(([, certificate]) => certificate!.replaceAll(/\s/g, ''));
  };

  it('publishes all certificates for signatures and the newest for encryption', async () => {
    expect(await publishedCertificates('signing')).toEqual([newest.certificate, older.certificate]);
    expect(await publishedCertificates('encryption')).toEqual([newest.certificate]);
    const { body } = await callAuth(product, 'get', '/settings').expect(200);
    expect(body).toMatchObject({ saml_enabled: true, saml_private_key_next_configured: true });
  });

  it('signs with the newest key', async () => {
    idp.requests = { signedBy: newest.certificate };
    expect(await getEmail(await runRedirectFlow())).toBe(idp.user.email);
    idp.requests = { signedBy: older.certificate };
    await expect(runRedirectFlow()).rejects.toThrow('request not signed');
  });

  it('decrypts assertions for the newest key and for an older one', async () => {
    for (const { certificate } of [newest, older]) {
      idp.encryption = { certificate };
      expect(await getEmail(await runRedirectFlow())).toBe(idp.user.email);
    }
  });

  it('rejects what an older key can decrypt unless the identity provider signed it and encrypted it for us', async () => {
    const { certificate } = older;
    const error = async (
      encryptFor: string,
      said: Parameters<TestIdentityProvider['respond']>[0] = {},
    ): Promise<string | null> => {
      const browser = new TestBrowser(product);
      const { searchParams } = await browser.follow(await begin(), { until: /SAMLRequest=/ });
      const response = idp.respond({ inResponseTo: parseRequest(searchParams).id, ...said });
      const body = new URLSearchParams({
        SAMLResponse: await idp.encrypt(response, { certificate: encryptFor }),
        RelayState: searchParams.get('RelayState')!,
      });
      const acs = new URL(`${SITE}/api/auth/v1/sso/saml/acs`);
      const { headers } = await browser.open(acs, { method: 'POST', body });
      return new URL(headers.get('location')!).searchParams.get('error_code');
    };
    expect(await error(certificate, { key: undefined })).toBe('validation_failed');
    expect(await error(certificate, { key: UNTRUSTED_KEY })).toBe('validation_failed');
    expect(await error(certificate, { signedInResponseTo: '_another' })).toBe('validation_failed');
    expect(await error(createSigningKeyPair().certificate)).toBe('validation_failed');
    expect(await error(certificate)).toBeNull();
  });
});
