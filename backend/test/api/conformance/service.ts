import { randomUUID } from 'node:crypto';
import { PASSWORD, someEmail } from '../../support/auth.js';
import { SITE } from '../../support/oauth.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';
import { expectError, told, type Stage } from './stage.js';

/** What the operator's own server does with the service key. */
export function usersOfTheService(stage: Stage): void {
  it('are made, read, listed, changed and deleted', async () => {
    const { admin } = await stage.service();
    const email = someEmail();
    const { user } = told(await admin.createUser({ email, password: PASSWORD, email_confirm: true }));
    expectError(await admin.createUser({ email, password: PASSWORD }), 'email_exists');
    expect(told(await admin.getUserById(user.id)).user.email).toBe(email);
    expectError(await admin.getUserById(randomUUID()), 'user_not_found');
    const page = told(await admin.listUsers({ page: 1, perPage: 1 }));
    expect(page.users).toMatchObject([{ id: user.id }]);
    expect(page).toMatchObject({ total: expect.any(Number), nextPage: 2 });
    const changed = await admin.updateUserById(user.id, { app_metadata: { plan: 'team' } });
    expect(told(changed).user.app_metadata).toMatchObject({ plan: 'team', provider: 'email' });
    expectError(await admin.updateUserById(user.id, { password: 'short' }), 'weak_password');
    told(await (await stage.client()).signInWithPassword({ email, password: PASSWORD }));
    told(await admin.deleteUser(user.id, true));
    expect(told(await admin.getUserById(user.id)).user.deleted_at).toBeDefined();
    told(await admin.deleteUser(user.id));
    expectError(await admin.deleteUser(user.id), 'user_not_found');
  });

  it('are invited, given links, and signed out', async () => {
    const { admin } = await stage.service();
    const email = someEmail();
    const { user } = told(await admin.inviteUserByEmail(email, { redirectTo: `${SITE}/account` }));
    expect(user.invited_at).toBeDefined();
    const auth = await stage.client();
    const { secret } = await stage.emailTo(email);
    told(await auth.verifyOtp({ type: 'invite', token_hash: secret }));
    expectError(await admin.inviteUserByEmail(email), 'email_exists');
    const { properties } = told(await admin.generateLink({ type: 'magiclink', email }));
    expect(properties.verification_type).toBe('magiclink');
    const came = told(await auth.verifyOtp({ type: 'magiclink', token_hash: properties.hashed_token }));
    expectError(await admin.generateLink({ type: 'recovery', email: someEmail() }), 'user_not_found');
    expect((await admin.signOut(came.session!.access_token, 'global')).error).toBeNull();
    expect((await auth.getUser()).data.user).toBeNull();
  });

  it('lose factors and passkeys that they lost', async () => {
    const { admin } = await stage.service();
    const { auth, id: userId } = await stage.newUser();
    const { id } = told(await auth.mfa.enroll({ factorType: 'totp' }));
    expect(told(await admin.mfa.listFactors({ userId })).factors).toMatchObject([{ id }]);
    told(await admin.mfa.deleteFactor({ userId, id }));
    expectError(await admin.mfa.deleteFactor({ userId, id }), 'mfa_factor_not_found');
    const asked = told(await auth.passkey.startRegistration());
    const credential = new SoftwareAuthenticator().create(asked.options as never);
    const passkey = told(
      await auth.passkey.verifyRegistration({ challengeId: asked.challenge_id, credential }),
    );
    expect(told(await admin.passkey.listPasskeys({ userId }))).toMatchObject([{ id: passkey.id }]);
    const gone = { userId, passkeyId: passkey.id };
    expect((await admin.passkey.deletePasskey(gone)).error).toBeNull();
    expectError(await admin.passkey.deletePasskey(gone), 'webauthn_credential_not_found');
  });

  it('sign in with the providers that it wrote down', async () => {
    const { customProviders } = (await stage.service()).admin;
    const identifier = 'custom:written';
    const made = await customProviders.createProvider({
      provider_type: 'oidc',
      identifier,
      name: 'Written',
      client_id: stage.issuer.clientId,
      client_secret: stage.issuer.clientSecret,
      issuer: stage.issuer.url,
    });
    expect(told(made)).toMatchObject({ identifier, enabled: true, issuer: stage.issuer.url });
    expect(told(made)).not.toHaveProperty('client_secret');
    expect(told(await customProviders.listProviders()).providers).toMatchObject([{ identifier }]);
    expect(told(await customProviders.listProviders({ type: 'oauth2' })).providers).toEqual([]);
    expect(told(await customProviders.getProvider(identifier)).name).toBe('Written');
    const token = await stage.issuer.idToken({
      sub: 'someone-written',
      email: someEmail(),
      email_verified: true,
    });
    const auth = await stage.client();
    const came = await auth.signInWithIdToken({ provider: identifier, token });
    expect(told(came).user).toMatchObject({ app_metadata: { provider: identifier } });
    const changed = await customProviders.updateProvider(identifier, { enabled: false });
    expect(told(changed).enabled).toBe(false);
    expect((await auth.signInWithIdToken({ provider: identifier, token })).error).not.toBeNull();
    expect((await customProviders.deleteProvider(identifier)).error).toBeNull();
    expectError(await customProviders.getProvider(identifier), 'custom_provider_not_found');
    expectError(await customProviders.updateProvider(identifier, {}), 'custom_provider_not_found');
    expectError(await customProviders.deleteProvider(identifier), 'custom_provider_not_found');
  });

  it('are no one’s without that key', async () => {
    const { auth } = await stage.newUser();
    for (const { admin } of [auth, await stage.client()]) {
      const id = randomUUID();
      const responses = [
        await admin.listUsers(),
        await admin.createUser({ email: someEmail() }),
        await admin.getUserById(id),
        await admin.updateUserById(id, { role: 'admin' }),
        await admin.deleteUser(id),
        await admin.inviteUserByEmail(someEmail()),
        await admin.generateLink({ type: 'magiclink', email: someEmail() }),
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
