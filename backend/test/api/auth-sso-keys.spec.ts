import { callAuth } from '../support/auth.js';
import { useFixture } from '../support/fixtures.js';
import { SITE } from '../support/oauth.js';
import { getSignedInUser, startSamlFixture } from '../support/saml.js';
import { createSigningKeyPair } from '../support/self-signed.js';
import {
  requireSignedRequests,
  UNTRUSTED_KEY,
  type AssertionEncryption,
} from '../support/test-identity-provider.js';

const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

describe('an installation with SAML keys', () => {
  const [newest, older, another] = [createSigningKeyPair(), createSigningKeyPair(), createSigningKeyPair()];
  const product = useFixture(startSamlFixture, [newest, older], requireSignedRequests);
  beforeEach(() => product.switchUser());

  const getUser = async () => getSignedInUser(product, await product.signIn());
  const encryptFor =
    (certificate: string, encryption: Partial<AssertionEncryption> = {}) =>
    (response: string) =>
      product.idp.encrypt(response, { certificate, ...encryption });

  it('publishes all certificates for signatures and the newest for encryption, and announces signed requests', async () => {
    expect(await product.publishedCertificates('signing')).toEqual([newest.certificate, older.certificate]);
    expect(await product.publishedCertificates('encryption')).toEqual([newest.certificate]);
    const response = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
    expect(response.get('Content-Type')).toContain('xml');
    for (const part of [
      'AuthnRequestsSigned="true"',
      'WantAssertionsSigned="true"',
      `${SITE}/api/auth/v1/sso/saml/acs`,
    ])
      expect(response.text).toContain(part);
    const { body } = await callAuth(product, 'get', '/settings').expect(200);
    expect(body).toMatchObject({ saml_enabled: true, saml_private_key_next_configured: true });
  });

  it('signs its requests with the newest key', async () => {
    product.idp.requests = { signedBy: newest.certificate };
    expect((await getUser()).email).toBe(product.idp.user.email);
    product.idp.requests = { signedBy: older.certificate };
    await expect(product.signIn()).rejects.toThrow('request not signed');
  });

  it.each<[string, AssertionEncryption['data'], string]>([
    ['AES-256-GCM for the newest key', 'http://www.w3.org/2009/xmlenc11#aes256-gcm', newest.certificate],
    ['AES-256-CBC for an older key', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc', older.certificate],
  ])('decrypts assertions encrypted with %s', async (_, data, certificate) => {
    product.idp.encryption = { certificate, data };
    expect(await getUser()).toMatchObject({
      email: product.idp.user.email,
      user_metadata: { full_name: 'Zoë Ångström' },
    });
  });

  it('rejects assertions that are encrypted but not signed by the identity provider', async () => {
    for (const { certificate } of [newest, older]) {
      for (const content of [{ key: undefined }, { key: UNTRUSTED_KEY }, { signedInResponseTo: '_another' }])
        expect(await product.signInWith(encryptFor(certificate), content)).toBe('validation_failed');
      expect(await product.signInWith(encryptFor(certificate))).toBeNull();
    }
  });

  it('rejects assertions encrypted for someone else, corrupted, or with a broken algorithm', async () => {
    const corrupt = async (response: string) => {
      const encrypted = await encryptFor(newest.certificate)(response);
      const xml = Buffer.from(encrypted, 'base64').toString('utf8');
      const [cipher] = [...xml.matchAll(/<[\w:]*CipherValue>([^<]+)</g)].slice(-1);
      const bytes = Buffer.from(cipher![1]!, 'base64');
      bytes[40]! ^= 1;
      return Buffer.from(xml.replace(cipher![1]!, bytes.toString('base64'))).toString('base64');
    };
    const changes = [
      encryptFor(another.certificate),
      encryptFor(newest.certificate, { key: RSA_1_5 }),
      corrupt,
    ];
    for (const change of changes) expect(await product.signInWith(change)).toBe('validation_failed');
  });
});
