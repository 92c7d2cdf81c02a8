import { callAuth } from '../support/auth.js';
import { useFixture } from '../support/fixtures.js';
import { beginSso, getSignedInUser, SAML_DOMAIN, startSamlFixture } from '../support/saml.js';
import { createSigningKeyPair } from '../support/self-signed.js';
import { signClientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import {
  UNTRUSTED_KEY,
  startTestIdentityProvider,
  type AssertionEncryption,
} from '../support/test-identity-provider.js';
import { startTestProduct } from '../support/test-product.js';

const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

describe('an installation with a SAML key', () => {
  const own = createSigningKeyPair();
  const product = useFixture(startSamlFixture, [own], requireSignedRequests);
  beforeEach(() => product.switchUser());

  const getUser = async () => getSignedInUser(product, await product.signIn());
  const encrypt = (response: string, encryption: Partial<AssertionEncryption> = {}) =>
    product.idp.encrypt(response, { certificate: own.certificate, ...encryption });

  it('publishes its certificate for signing and encryption, and announces signed requests', async () => {
    expect(await product.publishedCertificates('signing')).toEqual([own.certificate]);
    expect(await product.publishedCertificates('encryption')).toEqual([own.certificate]);
    const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text).toContain('WantAssertionsSigned="true"');
  });

  it('signs its requests', async () => {
    product.idp.requests = { signedBy: own.certificate };
    expect((await getUser()).email).toBe(product.idp.user.email);
    product.idp.requests = { signedBy: createSigningKeyPair().certificate };
    await expect(product.signIn()).rejects.toThrow('request not signed');
  });

  it.each<[string, AssertionEncryption['data']]>([
    ['AES-256-GCM', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'],
    ['AES-256-CBC', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'],
  ])('decrypts assertions encrypted with %s', async (_, data) => {
    product.idp.encryption = { certificate: own.certificate, data };
    expect(await getUser()).toMatchObject({
      email: product.idp.user.email,
      user_metadata: { full_name: 'Zoë Ångström' },
    });
  });

  it('also accepts unencrypted assertions', async () => {
    expect((await getUser()).email).toBe(product.idp.user.email);
  });

  it('rejects assertions that are encrypted but not signed by the identity provider', async () => {
    for (const content of [{ key: undefined }, { key: UNTRUSTED_KEY }, { signedInResponseTo: '_another' }])
      expect(await product.signInWith(encrypt, content)).toBe('validation_failed');
    expect(await product.signInWith(encrypt)).toBeNull();
  });

  it('rejects assertions encrypted for someone else, corrupted, or with a broken algorithm', async () => {
    const { certificate } = createSigningKeyPair();
    const corrupt = async (response: string) => {
      const xml = Buffer.from(await encrypt(response), 'base64').toString('utf8');
      const [cipher] = [...xml.matchAll(/<[\w:]*CipherValue>([^<]+)</g)].slice(-1);
      const bytes = Buffer.from(cipher![1]!, 'base64');
      bytes[40]! ^= 1;
      return Buffer.from(xml.replace(cipher![1]!, bytes.toString('base64'))).toString('base64');
    };
    const changes = [
      (response: string) => encrypt(response, { certificate }),
      (response: string) => encrypt(response, { key: RSA_1_5 }),
      corrupt,
    ];
    for (const change of changes) expect(await product.signInWith(change)).toBe('validation_failed');
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
          domains: [SAML_DOMAIN],
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
      idp.user = { nameId: 'ada', email: `ada@${SAML_DOMAIN}` };
      idp.encryption = { certificate: createSigningKeyPair().certificate };
      const end = await new TestBrowser(product).follow(await beginSso(product));
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
