import { clientMethods } from '../support/client-methods.js';
import { passkeys, mfaFactors } from './conformance/factors.js';
import { emailUsers } from './conformance/email-users.js';
import { unsupportedMethods } from './conformance/unsupported-methods.js';
import { adminApi } from './conformance/admin-api.js';
import { asymmetricKeys, functions } from './conformance/configurations.js';
import { ConformanceFixture } from './conformance/conformance-fixture.js';
import { externalAccounts, anonymousUsers } from './conformance/external-users.js';

/** Broad where the other tests are deep: calls every method of the unmodified client library, with success and failure. */
describe('the client library', () => {
  const fixture = new ConformanceFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.stop());

  describe('email users', () => void emailUsers(fixture));
  describe('anonymous users', () => void anonymousUsers(fixture));
  describe('external accounts', () => void externalAccounts(fixture));
  describe('MFA factors', () => void mfaFactors(fixture));
  describe('with passkeys', () => void passkeys(fixture));
  describe('the admin API', () => void adminApi(fixture));
  describe('asymmetric signing keys', () => void asymmetricKeys(fixture));
  describe('with functions', () => void functions(fixture));
  describe('unsupported methods', () => void unsupportedMethods(fixture));

  it('calls every method of the library', () => {
    const methods = clientMethods('@supabase/auth-js', 'GoTrueClient.d.ts', 'default');
    expect(methods).toEqual(
      expect.arrayContaining(['signUp', 'mfa.webauthn.register', 'admin.oauth.getClient']),
    );
    expect(methods.filter((method) => !fixture.calledMethods.has(method))).toEqual([]);
  });
});
