import { PASSWORD, uniqueEmail } from '../../support/auth.js';
import { SITE } from '../../support/oauth.js';
import { expectError, expectData, type ConformanceFixture } from './conformance-fixture.js';

/** Users with email and password, from sign-up to sign-out. */
export function emailUsers(fixture: ConformanceFixture): void {
  it('sign up, request the email again, and confirm with its code', async () => {
    const auth = await fixture.client();
    const email = uniqueEmail();
    expectError(await auth.signUp({ email, password: 'short' }), 'weak_password');
    const options = { data: { full_name: 'Ada Lovelace' }, emailRedirectTo: `${SITE}/account` };
    const { user, session } = expectData(await auth.signUp({ email, password: PASSWORD, options }));
    expect(session).toBeNull();
    expect(user).toMatchObject({ email, user_metadata: options.data });
    expectError(await auth.signInWithPassword({ email, password: PASSWORD }), 'email_not_confirmed');
    await fixture.emailTo(email);
    expectData(await auth.resend({ type: 'signup', email }));
    expectError(await auth.resend({ type: 'signup', email: 'no address' }), 'validation_failed');
    const { code } = await fixture.emailTo(email, 2);
    const wrong = code === '000000' ? '111111' : '000000';
    expectError(await auth.verifyOtp({ type: 'email', email, token: wrong }), 'otp_expired');
    expect(expectData(await auth.verifyOtp({ type: 'email', email, token: code })).session).not.toBeNull();
    expectError(await auth.verifyOtp({ type: 'email', email, token: code }), 'otp_expired');
    expectError(await auth.signUp({ email, password: PASSWORD }), 'user_already_exists');
  });

  it('sign in and read their user until they sign out', async () => {
    const { auth, email, id } = await fixture.newUser();
    expectError(
      await (await fixture.client()).signInWithPassword({ email, password: 'wrong' }),
      'invalid_credentials',
    );
    expect(expectData(await auth.getUser()).user).toMatchObject({ id, email, role: 'authenticated' });
    expect(expectData(await auth.getUserIdentities()).identities).toMatchObject([{ provider: 'email' }]);
    const { session } = expectData(await auth.getSession());
    const refreshed = expectData(await auth.refreshSession()).session!;
    expect(refreshed.refresh_token).not.toBe(session!.refresh_token);
    const otherDevice = await fixture.client();
    expect(expectData(await otherDevice.setSession(refreshed)).user?.id).toBe(id);
    const unknown = { ...refreshed, refresh_token: 'abcdefghij12' };
    expectError(await (await fixture.client()).refreshSession(unknown), 'refresh_token_not_found');
    expect((await auth.signOut()).error).toBeNull();
    expect(expectData(await auth.getSession()).session).toBeNull();
    expect((await otherDevice.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  it('change metadata key by key, and their password, which signs out every other session', async () => {
    const { auth, email, password } = await fixture.newUser();
    const there = await fixture.client();
    expectData(await there.signInWithPassword({ email, password }));
    expectData(await auth.updateUser({ data: { full_name: 'Ada', theme: 'dark' } }));
    const changed = expectData(await auth.updateUser({ data: { theme: null, size: 2 } }));
    expect(changed.user.user_metadata).toEqual({ full_name: 'Ada', size: 2 });
    expectError(await auth.updateUser({ password }), 'same_password');
    expectError(
      await auth.updateUser({ password: 'a new secret', nonce: '12' }),
      'reauthentication_not_valid',
    );
    expectData(await auth.updateUser({ password: 'a new secret' }));
    expectData(await auth.getUser());
    expect((await there.getUser()).data.user).toBeNull();
    expectError(await there.signInWithPassword({ email, password }), 'invalid_credentials');
    expectData(await there.signInWithPassword({ email, password: 'a new secret' }));
  });

  it('reauthenticate with a code', async () => {
    const { auth, email } = await fixture.newUser();
    expectData(await auth.reauthenticate());
    const { code } = await fixture.emailTo(email);
    expect(code).toMatch(/^\d{6}$/);
    expectData(await auth.updateUser({ password: 'a third password', nonce: code }));
    expect((await (await fixture.client()).reauthenticate()).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
  });

  it('sign in by link or code alone, and set a new password with one', async () => {
    const { email, id } = await fixture.newUser();
    const auth = await fixture.client();
    expectData(await auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth/reset` }));
    expectError(await auth.resetPasswordForEmail('no address'), 'validation_failed');
    const { secret } = await fixture.emailTo(email);
    expectError(await auth.verifyOtp({ type: 'recovery', token_hash: 'x'.repeat(56) }), 'otp_expired');
    expect(expectData(await auth.verifyOtp({ type: 'recovery', token_hash: secret })).user?.id).toBe(id);
    expectData(await auth.updateUser({ password: 'a second password' }));

    const unknown = uniqueEmail();
    const none = { email: unknown, options: { shouldCreateUser: false } };
    expectError(await auth.signInWithOtp(none), 'otp_disabled');
    const data = { full_name: 'Ada Lovelace' };
    expectData(await auth.signInWithOtp({ email: unknown, options: { data } }));
    const { code } = await fixture.emailTo(unknown);
    const { user } = expectData(await auth.verifyOtp({ type: 'email', email: unknown, token: code }));
    expect(user).toMatchObject({
      email: unknown,
      email_confirmed_at: expect.any(String),
      user_metadata: data,
    });
  });

  it('receive auth state changes, auto-refresh and sign-out events', async () => {
    const user = await fixture.newUser();
    const auth = await fixture.client();
    expect((await auth.initialize()).error).toBeNull();
    expect(auth.isThrowOnErrorEnabled()).toBeFalsy();
    const seen: string[] = [];
    const { data } = auth.onAuthStateChange((event) => void seen.push(event));
    expectData(await auth.signInWithPassword(user));
    await auth.startAutoRefresh();
    await auth.stopAutoRefresh();
    expectData(await auth.refreshSession());
    expectData(await auth.updateUser({ data: { size: 2 } }));
    await auth.signOut();
    data.subscription.unsubscribe();
    await auth.dispose();
    expect(seen).toEqual(
      expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']),
    );
  });
}
