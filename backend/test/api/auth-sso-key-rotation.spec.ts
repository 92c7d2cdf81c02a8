import { callAuth } from '../support/auth.js';
import { useFixture } from '../support/fixtures.js';
import { getSignedInUser, startSamlFixture } from '../support/saml.js';
import { createSigningKeyPair } from '../support/self-signed.js';
import { UNTRUSTED_KEY } from '../support/test-identity-provider.js';

describe('SAML key rotation', () => {
  const [newest, older] = [createSigningKeyPair(), createSigningKeyPair()];
  const product = useFixture(startSamlFixture, [newest, older]);
  beforeEach(() => product.switchUser());

  const getEmail = async (): Promise<string> =>
    (await getSignedInUser(product, await product.signIn())).email;

  it('publishes all certificates for signatures and the newest for encryption', async () => {
    expect(await product.publishedCertificates('signing')).toEqual([newest.certificate, older.certificate]);
    expect(await product.publishedCertificates('encryption')).toEqual([newest.certificate]);
    const { body } = await callAuth(product, 'get', '/settings').expect(200);
    expect(body).toMatchObject({ saml_enabled: true, saml_private_key_next_configured: true });
  });

  it('signs with the newest key', async () => {
    product.idp.requests = { signedBy: newest.certificate };
    expect(await getEmail()).toBe(product.idp.user.email);
    product.idp.requests = { signedBy: older.certificate };
    await expect(product.signIn()).rejects.toThrow('request not signed');
  });

  it('decrypts assertions for the newest key and for an older one', async () => {
    for (const { certificate } of [newest, older]) {
      product.idp.encryption = { certificate };
      expect(await getEmail()).toBe(product.idp.user.email);
    }
  });

  it('rejects what an older key can decrypt unless the identity provider signed it and encrypted it for us', async () => {
    const encryptFor = (certificate: string) => (response: string) =>
      product.idp.encrypt(response, { certificate });
    const encrypt = encryptFor(older.certificate);
    for (const content of [{ key: undefined }, { key: UNTRUSTED_KEY }, { signedInResponseTo: '_another' }])
      expect(await product.signInWith(encrypt, content)).toBe('validation_failed');
    const encryptForOther = encryptFor(createSigningKeyPair().certificate);
    expect(await product.signInWith(encryptForOther)).toBe('validation_failed');
    expect(await product.signInWith(encrypt)).toBeNull();
  });
});
