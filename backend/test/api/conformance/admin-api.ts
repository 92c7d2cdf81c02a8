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
    expect(page).toMatchObject({ total: expect.any(Number), nextPage: 2 });
    const changed = await admin.updateUserById(user.id, { app_metadata: { plan: 'team' } });
    expect(expectData(changed).user.app_metadata).toMatchObject({ plan: 'team', provider: 'email' });
    expectError(await admin.updateUserById(user.id, { password: 'short' }), 'weak_password');
    expectData(await (await fixture.client()).signInWithPassword({ email, password: PASSWORD }));
    expectData(await admin.deleteUser(user.id, true));
    expect(expectData(await admin.getUserById(user.id)).user.deleted_at).toBeDefined();
    expectData(await admin.deleteUser(user.id));
    expectError(await admin.deleteUser(user.id), 'user_not_found');
  });

  it('invites users, generates links, and signs users out', async () => {
    const { admin } = await fixture.service();
    const email = uniqueEmail();
    const { user } = expectData(await admin.inviteUserByEmail(email, { redirectTo: `${SITE}/account` }));
    expect(user.invited_at).toBeDefined();
    const auth = await fixture.client();
    const { secret } = await fixture.emailTo(email);
    expectData(await auth.verifyOtp({ type: 'invite', token_hash: secret }));
    expectError(await admin.inviteUserByEmail(email), 'email_exists');
    const { properties } = expectData(await admin.generateLink({ type: 'magiclink', email }));
    expect(properties.verification_type).toBe('magiclink');
    const signedIn = expectData(
      await auth.verifyOtp({ type: 'magiclink', token_hash: properties.hashed_token }),
    );
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
  });

  it('manages custom providers, which then sign users in', async () => {
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
    expect(expectData(made)).not.toHaveProperty('client_secret');
    expect(expectData(await customProviders.listProviders()).providers).toMatchObject([{ identifier }]);
    expect(expectData(await customProviders.listProviders({ type: 'oauth2' })).providers).toEqual([]);
    expect(expectData(await customProviders.getProvider(identifier)).name).toBe('Written');
    const token = await fixture.issuer.idToken({
      sub: 'someone-written',
      email: uniqueEmail(),
      email_verified: true,
    });
    const auth = await fixture.client();
    const signedIn = await auth.signInWithIdToken({ provider: identifier, token });
    expect(expectData(signedIn).user).toMatchObject({ app_metadata: { provider: identifier } });
    const changed = await customProviders.updateProvider(identifier, { enabled: false });
    expect(expectData(changed).enabled).toBe(false);
    expect((await auth.signInWithIdToken({ provider: identifier, token })).error).not.toBeNull();
    expect((await customProviders.deleteProvider(identifier)).error).toBeNull();
    expectError(await customProviders.getProvider(identifier), 'custom_provider_not_found');
    expectError(await customProviders.updateProvider(identifier, {}), 'custom_provider_not_found');
    expectError(await customProviders.deleteProvider(identifier), 'custom_provider_not_found');
  });

  it('rejects calls without the service key', async () => {
    const { auth } = await fixture.newUser();
    for (const { admin } of [auth, await fixture.client()]) {
      const id = randomUUID();
      const responses = [
        await admin.listUsers(),
        await admin.createUser({ email: uniqueEmail() }),
        await admin.getUserById(id),
        await admin.updateUserById(id, { role: 'admin' }),
        await admin.deleteUser(id),
        await admin.inviteUserByEmail(uniqueEmail()),
        await admin.generateLink({ type: 'magiclink', email: uniqueEmail() }),
        await admin.mfa.listFactors({ userId: id }),
        await admin.mfa.deleteFactor({ userId: id, id }),
        await admin.passkey.listPasskeys({ userId: id }),
        await admin.passkey.deletePasskey({ userId: id, passkeyId: id }),
        await admin.customProviders.listProviders(),
        await admin.customProviders.deleteProvider('custom:acme'),
      ];
      for (const { error } of responses) expect([401, 403]).toContain(error?.status);
    }
  });
}
