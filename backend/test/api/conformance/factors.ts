import { appCode } from '../../support/factors.js';
import { onPageWith } from '../../support/page-credentials.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';
import { expectError, told, type Auth, type Stage } from './stage.js';
import { somePhone } from './without-email.js';

const SITE = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] };

type Creation = Parameters<SoftwareAuthenticator['create']>[0];
type Request = Parameters<SoftwareAuthenticator['get']>[0];

const levelOf = async (auth: Auth) => told(await auth.mfa.getAuthenticatorAssuranceLevel());

/** Second factors of each kind. */
export function secondFactors(stage: Stage): void {
  it('by an authenticator app lift the session, and are taken away', async () => {
    const { auth, ...person } = await stage.newUser();
    const { id: factorId, totp } = told(await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' }));
    expect(totp.qr_code).toContain('svg');
    expectError(
      await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' }),
      'mfa_factor_name_conflict',
    );
    const { id: challengeId } = told(await auth.mfa.challenge({ factorId }));
    const code = appCode(stage.post, totp.secret);
    const wrong = code === '000000' ? '111111' : '000000';
    expectError(await auth.mfa.verify({ factorId, challengeId, code: wrong }), 'mfa_verification_failed');
    told(await auth.mfa.verify({ factorId, challengeId, code }));
    expect(await levelOf(auth)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(told(await auth.mfa.listFactors()).totp).toMatchObject([{ id: factorId }]);

    stage.post.clock.advance(30);
    const there = await stage.client();
    told(await there.signInWithPassword(person));
    expect(await levelOf(there)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expectError(await there.mfa.unenroll({ factorId }), 'insufficient_aal');
    expectError(await there.updateUser({ password: 'of a thief' }), 'insufficient_aal');
    const next = { factorId, code: appCode(stage.post, totp.secret) };
    told(await there.mfa.challengeAndVerify(next));
    expectError(await there.mfa.challengeAndVerify(next), 'mfa_verification_failed');
    expect(told(await there.mfa.unenroll({ factorId })).id).toBe(factorId);
    expectError(await there.mfa.unenroll({ factorId }), 'mfa_factor_not_found');
  });

  it('have recovery codes beside them', async () => {
    const { auth, ...person } = await stage.newUser();
    const { id: factorId, totp } = told(await auth.mfa.enroll({ factorType: 'totp' }));
    expectError(await auth.mfa.recoveryCodes.getStatus(), 'mfa_factor_not_found');
    told(await auth.mfa.challengeAndVerify({ factorId, code: appCode(stage.post, totp.secret) }));
    told(await auth.mfa.recoveryCodes.generate());
    const { codes } = told(await auth.mfa.recoveryCodes.regenerate());

    const there = await stage.client();
    told(await there.signInWithPassword(person));
    expectError(await there.mfa.recoveryCodes.unenroll(), 'insufficient_aal');
    told(await there.mfa.recoveryCodes.verify({ code: codes[0]! }));
    expect(await levelOf(there)).toMatchObject({ currentLevel: 'aal2' });
    expectError(await there.mfa.recoveryCodes.verify({ code: codes[0]! }), 'mfa_verification_failed');
    expect(told(await there.mfa.recoveryCodes.getStatus()).remaining).toBe(9);
    told(await there.mfa.recoveryCodes.unenroll());
  });

  it('by a phone lift the session', async () => {
    const { auth } = await stage.newUser();
    const phone = somePhone();
    const { id: factorId } = told(await auth.mfa.enroll({ factorType: 'phone', phone }));
    const { id: challengeId } = told(await auth.mfa.challenge({ factorId, channel: 'sms' }));
    told(await auth.mfa.verify({ factorId, challengeId, code: await stage.smsTo(phone) }));
    expect((await levelOf(auth)).currentLevel).toBe('aal2');
  });

  it('by a key on a device are made and shown in one call each', async () => {
    const { auth, ...person } = await stage.newUser();
    const device = new SoftwareAuthenticator();
    expect((await auth.mfa.webauthn.register({ friendlyName: 'key', webauthn: SITE })).error).not.toBeNull();
    told(await onPageWith(device, () => auth.mfa.webauthn.register({ friendlyName: 'key', webauthn: SITE })));
    expect((await levelOf(auth)).currentLevel).toBe('aal2');
    const there = await stage.client();
    told(await there.signInWithPassword(person));
    const factorId = told(await there.mfa.listFactors()).webauthn[0]!.id;
    const input = { factorId, webauthn: SITE };
    const none = await onPageWith(null, () => there.mfa.webauthn.authenticate(input));
    expect(none.error).not.toBeNull();
    told(await onPageWith(device, () => there.mfa.webauthn.authenticate(input)));
    expect((await levelOf(there)).currentLevel).toBe('aal2');
  });

  it('by a key on a device are made step by step', async () => {
    const { auth } = await stage.newUser();
    const device = new SoftwareAuthenticator();
    const { id: factorId } = told(await auth.mfa.webauthn.enroll({ friendlyName: 'key' }));
    const asked = told(
      await onPageWith(device, () => auth.mfa.webauthn.challenge({ factorId, webauthn: SITE })),
    );
    const webauthn = { ...SITE, ...asked.webauthn } as Parameters<
      typeof auth.mfa.webauthn.verify
    >[0]['webauthn'];
    const response = { factorId, challengeId: asked.challengeId, webauthn };
    told(await onPageWith(device, () => auth.mfa.webauthn.verify(response)));
    const again = await onPageWith(device, () => auth.mfa.webauthn.verify(response));
    expect(again.error).not.toBeNull();
  });
}

/** Keys on devices that sign in by themselves. */
export function passkeys(stage: Stage): void {
  it('are made and sign in by one call each', async () => {
    const { auth, id } = await stage.newUser();
    const device = new SoftwareAuthenticator();
    expect((await onPageWith(null, () => auth.registerPasskey())).error).not.toBeNull();
    told(await onPageWith(device, () => auth.registerPasskey()));
    const visitor = await stage.client();
    const { user } = told(await onPageWith(device, () => visitor.signInWithPasskey()));
    expect(user?.id).toBe(id);
    expect((await onPageWith(null, () => visitor.signInWithPasskey())).error).not.toBeNull();
  });

  it('are made step by step, listed, renamed and removed', async () => {
    const { auth, id } = await stage.newUser();
    const device = new SoftwareAuthenticator();
    const asked = told(await auth.passkey.startRegistration());
    const made = {
      challengeId: asked.challenge_id,
      credential: device.create(asked.options as unknown as Creation),
    };
    const passkey = told(await auth.passkey.verifyRegistration(made));
    expectError(await auth.passkey.verifyRegistration(made), 'webauthn_challenge_not_found');
    const visitor = await stage.client();
    const start = told(await visitor.passkey.startAuthentication());
    const shown = {
      challengeId: start.challenge_id,
      credential: device.get(start.options as unknown as Request),
    };
    expect(told(await visitor.passkey.verifyAuthentication(shown)).user?.id).toBe(id);
    expectError(await visitor.passkey.verifyAuthentication(shown), 'webauthn_challenge_not_found');
    const renamed = { passkeyId: passkey.id, friendlyName: 'My key' };
    expect(told(await auth.passkey.update(renamed)).friendly_name).toBe('My key');
    expect(told(await auth.passkey.list())).toMatchObject([{ id: passkey.id, friendly_name: 'My key' }]);
    const { auth: other } = await stage.newUser();
    expectError(await other.passkey.delete({ passkeyId: passkey.id }), 'webauthn_credential_not_found');
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect(told(await auth.passkey.list())).toEqual([]);
  });
}
