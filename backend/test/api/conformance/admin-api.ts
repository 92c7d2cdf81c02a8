import { randomUUID } from 'node:crypto';
import { PASSWORD, uniqueEmail } from '../../support/auth.js';
import { SITE } from '../../support/oauth.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';
import { expectError, expectData, type ConformanceFixture } from './conformance-fixture.js';

/** What the operator's server does with the service key. */
export function adminApi(fixture: ConformanceFixture): void {
  it('creates, reads, lists, updates and deletes users', async () => {
    const { admin } = await fixture.service();
    const email = uniqueEmail();
    const { user } = expectData(await admin.createUser({ email, password: PASSWORD, email_confirm: true }));
    expectError(await admin.createUser({ email, password: PASSWORD }), 'email_exists');
    expect(expectData(await admin.getUserById(user.id)).user.email).toBe(email);
    expectError(await admin.getUserById(randomUUID()), 'user_not_found');
    const page = expectData(await admin.listUsers({ page: 1, perPage: 1 }));
    expect(page.users).toMatchObject([{ id: user.id }]);
    expectData(await admin.updateUserById(user.id, { app_metadata: { plan: 'team' } }));
    expectError(await admin.updateUserById(user.id, { password: 'short' }), 'weak_password');
    expectData(await admin.deleteUser(user.id));
    expectError(await admin.deleteUser(user.id), 'user_not_found');
  });

  it('invites users, generates links, and signs users out', async () => {
    const { admin } = await fixture.service();
    const email = uniqueEmail();
    expectData(await admin.inviteUserByEmail(email, { redirectTo: `${SITE}/account` }));
    const auth = await fixture.client();
    const { properties } = expectData(await admin.generateLink({ type: 'magiclink', email }));
    const { verification_type: type, hashed_token: token_hash } = properties;
    const signedIn = expectData(await auth.verifyOtp({ type: type as 'signup', token_hash }));
    expectError(await admin.inviteUserByEmail(email), 'email_exists');
    expectError(await admin.generateLink({ type: 'recovery', email: uniqueEmail() }), 'user_not_found');
    expect((await admin.signOut(signedIn.session!.access_token, 'global')).error).toBeNull();
    expect((await auth.getUser()).data.user).toBeNull();
  });

  it('deletes lost factors and passkeys', async () => {
    const { admin } = await fixture.service();
    const { auth, id: userId } = await fixture.newUser();
    const { id } = expectData(await auth.mfa.enroll({ factorType: 'totp' }));
    expect(expectData(await admin.mfa.listFactors({ userId })).factors).toMatchObject([{ id }]);
    expectData(await admin.mfa.deleteFactor({ userId, id }));
    expectError(await admin.mfa.deleteFactor({ userId, id }), 'mfa_factor_not_found');
    const asked = expectData(await auth.passkey.startRegistration());
    const credential = new SoftwareAuthenticator().create(asked.options as never);
    const passkey = expectData(
      await auth.passkey.verifyRegistration({ challengeId: asked.challenge_id, credential }),
    );
    expect(expectData(await admin.passkey.listPasskeys({ userId }))).toMatchObject([{ id: passkey.id }]);
    const deletedPasskey = { userId, passkeyId: passkey.id };
    expect((await admin.passkey.deletePasskey(deletedPasskey)).error).toBeNull();
    expectError(await admin.passkey.deletePasskey(deletedPasskey), 'webauthn_credential_not_found');
    expectError(await admin.passkey.listPasskeys({ userId: randomUUID() }), 'user_not_found');
  });

  it('manages custom providers', async () => {
    const { customProviders } = (await fixture.service()).admin;
    const identifier = 'custom:written';
    const made = await customProviders.createProvider({
      provider_type: 'oidc',
      identifier,
      name: 'Written',
      client_id: fixture.issuer.clientId,
      client_secret: fixture.issuer.clientSecret,
      issuer: fixture.issuer.url,
    });
    expect(expectData(made)).toMatchObject({ identifier, enabled: true, issuer: fixture.issuer.url });
    expect(expectData(await customProviders.listProviders()).providers).toMatchObject([{ identifier }]);
    expect(expectData(await customProviders.listProviders({ type: 'oauth2' })).providers).toEqual([]);
    expect(expectData(await customProviders.getProvider(identifier)).name).toBe('Written');
    const changed = await customProviders.updateProvider(identifier, { enabled: false });
    expect(expectData(changed).enabled).toBe(false);
    expect((await customProviders.deleteProvider(identifier)).error).toBeNull();
    expectError(await customProviders.getProvider(identifier), 'custom_provider_not_found');
    expectError(await customProviders.updateProvider(identifier, {}), 'custom_provider_not_found');
    expectError(await customProviders.deleteProvider(identifier), 'custom_provider_not_found');
  });
}
