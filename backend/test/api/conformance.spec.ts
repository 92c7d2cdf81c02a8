import { clientMethods } from '../support/client-methods.js';
import { passkeys, secondFactors } from './conformance/factors.js';
import { usersWithEmail } from './conformance/mailboxes.js';
import { whatIsNotOffered } from './conformance/not-offered.js';
import { usersOfTheService } from './conformance/service.js';
import { asymmetricKeys, closedToNewcomers, confirmedAtOnce, functions } from './conformance/settings.js';
import { Stage } from './conformance/stage.js';
import { externalAccounts, usersWithoutEmail } from './conformance/without-email.js';

/** Broad where the other tests are deep: each call of the client library as it comes, done and rejected. */
describe('the client library', () => {
  const stage = new Stage();
  beforeAll(() => stage.start());
  afterAll(() => stage.stop());

  describe('with accounts that have an address', () => void usersWithEmail(stage));
  describe('with accounts that have none', () => void usersWithoutEmail(stage));
  describe('with external accounts', () => void externalAccounts(stage));
  describe('with second factors', () => void secondFactors(stage));
  describe('with passkeys', () => void passkeys(stage));
  describe('with users of the service', () => void usersOfTheService(stage));
  describe('with keys that anybody can check', () => void asymmetricKeys(stage));
  describe('where addresses need no proof and a secret signs', () => void confirmedAtOnce(stage));
  describe('where no one new is taken', () => void closedToNewcomers(stage));
  describe('with functions', () => void functions(stage));
  describe('with what is not offered', () => void whatIsNotOffered(stage));

  it('has no method that was not called above', () => {
    const methods = clientMethods();
    expect(methods).toEqual(
      expect.arrayContaining(['signUp', 'mfa.webauthn.register', 'admin.oauth.getClient']),
    );
    expect(methods.filter((method) => !stage.called.has(method))).toEqual([]);
  });
});
