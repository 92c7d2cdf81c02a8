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
  type Encryption,
  type TestIdentityProvider,
} from '../support/test-identity-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const DOMAIN = 'company.example';
const BACK = `${SITE}/back`;
const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

describe('an installation with a key for directories', () => {
  const own = signingPair();
  let product: TestProduct;
  let directory: TestIdentityProvider;
  beforeAll(async () => {
    directory = await startTestIdentityProvider();
    product = await startTestProduct({
      AUTH_SAML: 'on',
      AUTH_SAML_PRIVATE_KEY: own.key,
      AUTH_SAML_CERTIFICATE: own.certificate,
    });
    await call(product, 'post', '/admin/sso/providers', await clientKey('service_role'))
      .send({ type: 'saml', metadata_xml: wantingSignatures(directory.metadata), domains: [DOMAIN] })
      .expect(201);
  });
  afterAll(async () => {
    await product?.stop();
    await directory?.stop();
  });
  beforeEach(() => {
    const nameId = randomBytes(6).toString('hex');
    directory.person = { nameId, email: `${nameId}@${DOMAIN}`, name: 'Zoë Ångström' };
    directory.encryption = undefined;
    directory.requests = undefined;
  });

  const begin = async (): Promise<string> => {
    const client = pageClient(product, 'implicit');
    const { data } = await client.signInWithSSO({ domain: DOMAIN, options: { redirectTo: BACK } });
    return data!.url;
  };
  const comeBack = async (): Promise<URL> => new TestBrowser(product).walk(await begin());
  const user = async (end: URL) => {
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token');
    if (!token) throw new Error(`no session: ${end.href}`);
    return (await call(product, 'get', '/user', token).expect(200)).body;
  };
  /** What the product tells directories of itself, as a directory reads it. */
  const announced = async (use: 'signing' | 'encryption'): Promise<string> => {
    const { text } = await call(product, 'get', '/sso/saml/metadata').expect(200);
    const keyOf = new RegExp(`use="${use}"[\\s\\S]*?X509Certificate>([^<]+)<`);
    return keyOf.exec(text)![1]!.replaceAll(/\s/g, '');
  };
  const refusedWith = async (
    change: (response: string) => Promise<string> | string,
    said: Parameters<TestIdentityProvider['respond']>[0] = {},
  ): Promise<string | null> => {
    const browser = new TestBrowser(product);
    const asked = await browser.walk(await begin(), { until: /SAMLRequest=/ });
    const { id } = requestIn(asked.searchParams);
    const response = directory.respond({ inResponseTo: id, ...said });
    const body = new URLSearchParams({
      SAMLResponse: await change(response),
      RelayState: asked.searchParams.get('RelayState')!,
    });
    const acs = new URL(`${SITE}/api/auth/v1/sso/saml/acs`);
    const { headers } = await browser.open(acs, { method: 'POST', body });
    return new URL(headers.get('location')!).searchParams.get('error_code');
  };

  it('tells directories its certificate, for both uses, and that it signs', async () => {
    expect(await announced('signing')).toBe(own.certificate);
    expect(await announced('encryption')).toBe(own.certificate);
    const { text } = await call(product, 'get', '/sso/saml/metadata').expect(200);
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text).toContain('WantAssertionsSigned="true"');
  });

  it('signs its requests', async () => {
    directory.requests = { signedBy: await announced('signing') };
    expect((await user(await comeBack())).email).toBe(directory.person.email);
    directory.requests = { signedBy: signingPair().certificate };
    await expect(comeBack()).rejects.toThrow('the request is not signed');
  });

  it.each<[string, Encryption['data']]>([
    ['AES-256-GCM', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'],
    ['AES-256-CBC', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'],
  ])('reads assertions that are encrypted for it by %s', async (_, data) => {
    directory.encryption = { certificate: await announced('encryption'), data };
    expect(await user(await comeBack())).toMatchObject({
      email: directory.person.email,
      user_metadata: { full_name: 'Zoë Ångström' },
    });
  });

  it('reads those that are not, too', async () => {
    expect((await user(await comeBack())).email).toBe(directory.person.email);
  });

  it('counts nothing that is encrypted but not signed by the directory, or not by its key', async () => {
    const { certificate } = own;
    const hide = (response: string) => directory.unpublish(response, { certificate });
    expect(await refusedWith(hide, { key: undefined })).toBe('validation_failed');
    expect(await refusedWith(hide, { key: FOREIGN_KEY })).toBe('validation_failed');
    expect(await refusedWith(hide, { signedInResponseTo: '_another' })).toBe('validation_failed');
    expect(await refusedWith(hide)).toBeNull();
  });

  it('counts nothing that is encrypted for someone else, spoilt, or encrypted in a broken way', async () => {
    const { certificate } = own;
    const foreign = signingPair().certificate;
    expect(await refusedWith((response) => directory.unpublish(response, { certificate: foreign }))).toBe(
      'validation_failed',
    );
    expect(
      await refusedWith((response) => directory.unpublish(response, { certificate, key: RSA_1_5 })),
    ).toBe('validation_failed');
    const spoil = async (response: string) => {
      const xml = Buffer.from(await directory.unpublish(response, { certificate }), 'base64').toString(
        'utf8',
      );
      const [cipher] = [...xml.matchAll(/<[\w:]*CipherValue>([^<]+)</g)].slice(-1);
      const bytes = Buffer.from(cipher![1]!, 'base64');
      bytes[40]! ^= 1;
      return Buffer.from(xml.replace(cipher![1]!, bytes.toString('base64'))).toString('base64');
    };
    expect(await refusedWith(spoil)).toBe('validation_failed');
  });
});

describe('an installation without a key for directories', () => {
  it('takes none that wants signed requests, reads nothing encrypted, and announces neither', async () => {
    const directory = await startTestIdentityProvider();
    const product = await startTestProduct({ AUTH_SAML: 'on' });
    try {
      const key = await clientKey('service_role');
      const write = (metadata_xml: string) =>
        call(product, 'post', '/admin/sso/providers', key).send({
          type: 'saml',
          metadata_xml,
          domains: [DOMAIN],
        });
      const rejected = await write(wantingSignatures(directory.metadata)).expect(400);
      expect(rejected.body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('signed'),
      });
      await write(directory.metadata).expect(201);
      const { text } = await call(product, 'get', '/sso/saml/metadata').expect(200);
      expect(text).toContain('AuthnRequestsSigned="false"');
      expect(text).not.toContain('KeyDescriptor');
      directory.person = { nameId: 'ada', email: `ada@${DOMAIN}` };
      directory.encryption = { certificate: signingPair().certificate };
      const client = pageClient(product, 'implicit');
      const { data } = await client.signInWithSSO({ domain: DOMAIN, options: { redirectTo: BACK } });
      const end = await new TestBrowser(product).walk(data!.url);
      expect(end.searchParams.get('error_code')).toBe('validation_failed');
    } finally {
      await product.stop();
      await directory.stop();
    }
  });
});

function wantingSignatures(metadata: string): string {
  return metadata.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"');
}
