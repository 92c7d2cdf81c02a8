import { totpCode } from '../../support/factors.js';
import { withPageCredentials } from '../../support/page-credentials.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';
import { expectError, expectData, type Auth, type ConformanceFixture } from './conformance-fixture.js';

const SITE = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] };

type Creation = Parameters<SoftwareAuthenticator['create']>[0];
type Request = Parameters<SoftwareAuthenticator['get']>[0];

const getAssuranceLevel = async (auth: Auth) => expectData(await auth.mfa.getAuthenticatorAssuranceLevel());

/** MFA factors of each type. */
export function mfaFactors(fixture: ConformanceFixture): void {
  it('enroll and remove an authenticator app, with recovery codes, which raises the session to aal2', async () => {
    const { auth, ...user } = await fixture.newUser();
    expectError(await auth.mfa.recoveryCodes.getStatus(), 'mfa_factor_not_found');
    const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    const { id: factorId, totp } = expectData(enrolled);
    const { id: challengeId } = expectData(await auth.mfa.challenge({ factorId }));
    const code = totpCode(fixture.product, totp.secret);
    const wrong = code === '000000' ? '111111' : '000000';
    expectError(await auth.mfa.verify({ factorId, challengeId, code: wrong }), 'mfa_verification_failed');
    expectData(await auth.mfa.verify({ factorId, challengeId, code }));
    expect(await getAssuranceLevel(auth)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(expectData(await auth.mfa.listFactors()).totp).toMatchObject([{ id: factorId }]);
    expectData(await auth.mfa.recoveryCodes.generate());
    const { codes } = expectData(await auth.mfa.recoveryCodes.regenerate());

    fixture.product.clock.advance(30);
    const there = await fixture.client();
    expectData(await there.signInWithPassword(user));
    expect(await getAssuranceLevel(there)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expectError(await there.mfa.unenroll({ factorId }), 'insufficient_aal');
    expectData(await there.mfa.recoveryCodes.verify({ code: codes[0]! }));
    expect(await getAssuranceLevel(there)).toMatchObject({ currentLevel: 'aal2' });
    expect(expectData(await there.mfa.recoveryCodes.getStatus()).remaining).toBe(9);
    expectData(await there.mfa.recoveryCodes.unenroll());
    const next = { factorId, code: totpCode(fixture.product, totp.secret) };
    expectData(await there.mfa.challengeAndVerify(next));
    expectError(await there.mfa.challengeAndVerify(next), 'mfa_verification_failed');
    expect(expectData(await there.mfa.unenroll({ factorId })).id).toBe(factorId);
  });

  it('enroll and verify a WebAuthn factor in one call each', async () => {
    const { auth, ...user } = await fixture.newUser();
    const device = new SoftwareAuthenticator();
    expect((await auth.mfa.webauthn.register({ friendlyName: 'key', webauthn: SITE })).error).not.toBeNull();
    expectData(
      await withPageCredentials(device, () =>
        auth.mfa.webauthn.register({ friendlyName: 'key', webauthn: SITE }),
      ),
    );
    expect((await getAssuranceLevel(auth)).currentLevel).toBe('aal2');
    const there = await fixture.client();
    expectData(await there.signInWithPassword(user));
    const factorId = expectData(await there.mfa.listFactors()).webauthn[0]!.id;
    const input = { factorId, webauthn: SITE };
    const none = await withPageCredentials(null, () => there.mfa.webauthn.authenticate(input));
    expect(none.error).not.toBeNull();
    expectData(await withPageCredentials(device, () => there.mfa.webauthn.authenticate(input)));
    expect((await getAssuranceLevel(there)).currentLevel).toBe('aal2');
  });

  it('enroll a WebAuthn factor step by step', async () => {
    const { auth } = await fixture.newUser();
    const device = new SoftwareAuthenticator();
    const { id: factorId } = expectData(await auth.mfa.webauthn.enroll({ friendlyName: 'key' }));
    const asked = expectData(
      await withPageCredentials(device, () => auth.mfa.webauthn.challenge({ factorId, webauthn: SITE })),
    );
    const webauthn = { ...SITE, ...asked.webauthn } as Parameters<
      typeof auth.mfa.webauthn.verify
    >[0]['webauthn'];
    const response = { factorId, challengeId: asked.challengeId, webauthn };
    expectData(await withPageCredentials(device, () => auth.mfa.webauthn.verify(response)));
    const repeated = await withPageCredentials(device, () => auth.mfa.webauthn.verify(response));
    expect(repeated.error).not.toBeNull();
  });
}

/** Passkeys for sign-in. */
export function passkeys(fixture: ConformanceFixture): void {
  it('register and sign in with one call each', async () => {
    const { auth, id } = await fixture.newUser();
    const device = new SoftwareAuthenticator();
    expect((await withPageCredentials(null, () => auth.registerPasskey())).error).not.toBeNull();
    expectData(await withPageCredentials(device, () => auth.registerPasskey()));
    const visitor = await fixture.client();
    const { user } = expectData(await withPageCredentials(device, () => visitor.signInWithPasskey()));
    expect(user?.id).toBe(id);
    expect((await withPageCredentials(null, () => visitor.signInWithPasskey())).error).not.toBeNull();
  });

  it('register step by step, and are listed, renamed and removed', async () => {
    const { auth, id } = await fixture.newUser();
    const device = new SoftwareAuthenticator();
    const asked = expectData(await auth.passkey.startRegistration());
    const made = {
      challengeId: asked.challenge_id,
      credential: device.create(asked.options as unknown as Creation),
    };
    const passkey = expectData(await auth.passkey.verifyRegistration(made));
    expectError(await auth.passkey.verifyRegistration(made), 'webauthn_challenge_not_found');
    const visitor = await fixture.client();
    const start = expectData(await visitor.passkey.startAuthentication());
    const assertion = {
      challengeId: start.challenge_id,
      credential: device.get(start.options as unknown as Request),
    };
    expect(expectData(await visitor.passkey.verifyAuthentication(assertion)).user?.id).toBe(id);
    expectError(await visitor.passkey.verifyAuthentication(assertion), 'webauthn_challenge_not_found');
    const renamed = { passkeyId: passkey.id, friendlyName: 'My key' };
    expect(expectData(await auth.passkey.update(renamed)).friendly_name).toBe('My key');
    expect(expectData(await auth.passkey.list())).toMatchObject([
      { id: passkey.id, friendly_name: 'My key' },
    ]);
    const { auth: other } = await fixture.newUser();
    expectError(await other.passkey.delete({ passkeyId: passkey.id }), 'webauthn_credential_not_found');
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect(expectData(await auth.passkey.list())).toEqual([]);
  });
}
