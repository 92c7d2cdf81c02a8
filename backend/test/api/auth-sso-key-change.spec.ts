import { randomBytes } from 'node:crypto';
import { call } from '../support/auth.js';
import { pageClient, SITE } from '../support/oauth.js';
import { signingPair } from '../support/self-signed.js';
import { clientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import {
  FOREIGN_KEY,
  requestIn,
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '../support/test-identity-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const DOMAIN = 'company.example';

describe('an installation that changes its key for directories', () => {
  const [newest, older] = [signingPair(), signingPair()];
  let product: TestProduct;
  let directory: TestIdentityProvider;
  beforeAll(async () => {
    directory = await startTestIdentityProvider();
    product = await startTestProduct({
      AUTH_SAML: 'on',
      AUTH_SAML_PRIVATE_KEY: `${newest.key},${older.key}`,
      AUTH_SAML_CERTIFICATE: `${newest.certificate},${older.certificate}`,
    });
    await call(product, 'post', '/admin/sso/providers', await clientKey('service_role'))
      .send({ type: 'saml', metadata_xml: directory.metadata, domains: [DOMAIN] })
      .expect(201);
  });
  afterAll(async () => {
    await product?.stop();
    await directory?.stop();
  });
  beforeEach(() => {
    const nameId = randomBytes(6).toString('hex');
    directory.person = { nameId, email: `${nameId}@${DOMAIN}` };
    directory.encryption = undefined;
    directory.requests = undefined;
  });

  const begin = async (): Promise<string> => {
    const options = { redirectTo: `${SITE}/back` };
    const { data } = await pageClient(product, 'implicit').signInWithSSO({ domain: DOMAIN, options });
    return data!.url;
  };
  const comeBack = async (): Promise<URL> => new TestBrowser(product).walk(await begin());
  const addressOf = async (end: URL): Promise<string> => {
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token');
    if (!token) throw new Error(`no session: ${end.href}`);
    return (await call(product, 'get', '/user', token).expect(200)).body.email;
  };
  const announced = async (use: 'signing' | 'encryption'): Promise<string[]> => {
    const { text } = await call(product, 'get', '/sso/saml/metadata').expect(200);
    const keys = new RegExp(`use="${use}"[\\s\\S]*?X509Certificate>([^<]+)<`, 'g');
    return [...text.matchAll(keys)].map(([, certificate]) => certificate!.replaceAll(/\s/g, ''));
  };

  it('announces all certificates to check requests by, and the newest to encrypt for', async () => {
    expect(await announced('signing')).toEqual([newest.certificate, older.certificate]);
    expect(await announced('encryption')).toEqual([newest.certificate]);
    const { body } = await call(product, 'get', '/settings').expect(200);
    expect(body).toMatchObject({ saml_enabled: true, saml_private_key_next_configured: true });
  });

  it('signs with the newest key', async () => {
    directory.requests = { signedBy: newest.certificate };
    expect(await addressOf(await comeBack())).toBe(directory.person.email);
    directory.requests = { signedBy: older.certificate };
    await expect(comeBack()).rejects.toThrow('the request is not signed');
  });

  it('reads what is encrypted for the newest key, or still for an older one', async () => {
    for (const { certificate } of [newest, older]) {
      directory.encryption = { certificate };
      expect(await addressOf(await comeBack())).toBe(directory.person.email);
    }
  });

  it('counts nothing that an older key can read either, unless the directory signed it and encrypted it for us', async () => {
    const { certificate } = older;
    const error = async (
      encryptFor: string,
      said: Parameters<TestIdentityProvider['respond']>[0] = {},
    ): Promise<string | null> => {
      const browser = new TestBrowser(product);
      const { searchParams } = await browser.walk(await begin(), { until: /SAMLRequest=/ });
      const response = directory.respond({ inResponseTo: requestIn(searchParams).id, ...said });
      const body = new URLSearchParams({
        SAMLResponse: await directory.unpublish(response, { certificate: encryptFor }),
        RelayState: searchParams.get('RelayState')!,
      });
      const acs = new URL(`${SITE}/api/auth/v1/sso/saml/acs`);
      const { headers } = await browser.open(acs, { method: 'POST', body });
      return new URL(headers.get('location')!).searchParams.get('error_code');
    };
    expect(await error(certificate, { key: undefined })).toBe('validation_failed');
    expect(await error(certificate, { key: FOREIGN_KEY })).toBe('validation_failed');
    expect(await error(certificate, { signedInResponseTo: '_another' })).toBe('validation_failed');
    expect(await error(signingPair().certificate)).toBe('validation_failed');
    expect(await error(certificate)).toBeNull();
  });
});
