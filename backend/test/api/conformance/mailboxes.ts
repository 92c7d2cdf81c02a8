import { PASSWORD, someEmail } from '../../support/auth.js';
import { SITE } from '../../support/oauth.js';
import { expectError, told, type Stage } from './stage.js';

/** Accounts with an address and a password, from the first email to the last sign-out. */
export function usersWithEmail(stage: Stage): void {
  it('sign up, ask for the email again, and are confirmed by its code', async () => {
    const auth = await stage.client();
    const email = someEmail();
    expectError(await auth.signUp({ email, password: 'short' }), 'weak_password');
    const options = { data: { full_name: 'Ada Lovelace' }, emailRedirectTo: `${SITE}/account` };
    const { user, session } = told(await auth.signUp({ email, password: PASSWORD, options }));
    expect(session).toBeNull();
    expect(user).toMatchObject({ email, user_metadata: options.data });
    expectError(await auth.signInWithPassword({ email, password: PASSWORD }), 'email_not_confirmed');
    await stage.emailTo(email);
    told(await auth.resend({ type: 'signup', email }));
    expectError(await auth.resend({ type: 'signup', email: 'no address' }), 'validation_failed');
    const { code } = await stage.emailTo(email, 2);
    const wrong = code === '000000' ? '111111' : '000000';
    expectError(await auth.verifyOtp({ type: 'email', email, token: wrong }), 'otp_expired');
    expect(told(await auth.verifyOtp({ type: 'email', email, token: code })).session).not.toBeNull();
    expectError(await auth.verifyOtp({ type: 'email', email, token: code }), 'otp_expired');
    expectError(await auth.signUp({ email, password: PASSWORD }), 'user_already_exists');
  });

  it('sign in, and tell who they are until they sign out', async () => {
    const { auth, email, id } = await stage.newUser();
    expectError(
      await (await stage.client()).signInWithPassword({ email, password: 'wrong' }),
      'invalid_credentials',
    );
    expect(told(await auth.getUser()).user).toMatchObject({ id, email, role: 'authenticated' });
    expect(told(await auth.getUserIdentities()).identities).toMatchObject([{ provider: 'email' }]);
    const { session } = told(await auth.getSession());
    const refreshed = told(await auth.refreshSession()).session!;
    expect(refreshed.refresh_token).not.toBe(session!.refresh_token);
    const elsewhere = await stage.client();
    expect(told(await elsewhere.setSession(refreshed)).user?.id).toBe(id);
    const unknown = { ...refreshed, refresh_token: 'abcdefghij12' };
    expectError(await (await stage.client()).refreshSession(unknown), 'refresh_token_not_found');
    expect((await auth.signOut()).error).toBeNull();
    expect(told(await auth.getSession()).session).toBeNull();
    expect((await elsewhere.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  it('sign out in the scope that is asked for', async () => {
    const { auth: here, ...person } = await stage.newUser();
    const there = await stage.client();
    told(await there.signInWithPassword(person));
    expect((await here.signOut({ scope: 'others' })).error).toBeNull();
    expect((await there.getUser()).data.user).toBeNull();
    told(await there.signInWithPassword(person));
    expect((await here.signOut({ scope: 'local' })).error).toBeNull();
    expect(told(await there.getUser()).user.id).toBe(person.id);
    told(await here.signInWithPassword(person));
    expect((await here.signOut({ scope: 'global' })).error).toBeNull();
    expect((await there.getUser()).data.user).toBeNull();
  });

  it('change data, password and address', async () => {
    const { auth, email, password } = await stage.newUser();
    expect(told(await auth.updateUser({ data: { theme: 'dark' } })).user.user_metadata).toMatchObject({
      theme: 'dark',
    });
    expectError(await auth.updateUser({ password }), 'same_password');
    expectError(
      await auth.updateUser({ password: 'a new secret', nonce: '12' }),
      'reauthentication_not_valid',
    );
    told(await auth.updateUser({ password: 'a new secret' }));
    told(await (await stage.client()).signInWithPassword({ email, password: 'a new secret' }));
    const newEmail = someEmail();
    expect(told(await auth.updateUser({ email: newEmail })).user).toMatchObject({
      email,
      new_email: newEmail,
    });
    const anew = await stage.emailTo(newEmail);
    told(await auth.resend({ type: 'email_change', email }));
    const again = await stage.emailTo(newEmail, 2);
    expect(again.secret).not.toBe(anew.secret);
    const half = told(await auth.verifyOtp({ type: 'email_change', token_hash: again.secret }));
    expect(half.session).toBeNull();
  });

  it('prove themselves again by a code', async () => {
    const { auth, email } = await stage.newUser();
    told(await auth.reauthenticate());
    const { code } = await stage.emailTo(email, 2);
    expect(code).toMatch(/^\d{6}$/);
    told(await auth.updateUser({ password: 'proven anew', nonce: code }));
    expect((await (await stage.client()).reauthenticate()).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
  });

  it('come by a link or a code alone, and set a new password by one', async () => {
    const { email, id } = await stage.newUser();
    const auth = await stage.client();
    told(await auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth/reset` }));
    expectError(await auth.resetPasswordForEmail('no address'), 'validation_failed');
    const { secret } = await stage.emailTo(email, 2);
    expectError(await auth.verifyOtp({ type: 'recovery', token_hash: 'x'.repeat(56) }), 'otp_expired');
    expect(told(await auth.verifyOtp({ type: 'recovery', token_hash: secret })).user?.id).toBe(id);
    told(await auth.updateUser({ password: 'chosen anew' }));

    const unknown = someEmail();
    const none = { email: unknown, options: { shouldCreateUser: false } };
    expectError(await auth.signInWithOtp(none), 'otp_disabled');
    told(await auth.signInWithOtp({ email: unknown }));
    const { code } = await stage.emailTo(unknown);
    expect(told(await auth.verifyOtp({ type: 'email', email: unknown, token: code })).user?.email).toBe(
      unknown,
    );
  });

  it('trade the code of a link for a session, with the verifier and once', async () => {
    const { email, id } = await stage.newUser();
    const auth = await stage.client({ flowType: 'pkce' });
    told(await auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth/reset` }));
    const { secret } = await stage.emailTo(email, 2);
    const address = `${stage.post.url}/api/auth/v1/verify?type=recovery&token=${secret}&redirect_to=${SITE}/auth/reset`;
    const response = await fetch(address, { redirect: 'manual' });
    const arrived = new URL(response.headers.get('location')!);
    expect(arrived.pathname).toBe('/auth/reset');
    const code = arrived.searchParams.get('code')!;
    const thief = await stage.client({ flowType: 'pkce' });
    expect((await thief.exchangeCodeForSession(code)).error).not.toBeNull();
    expect(told(await auth.exchangeCodeForSession(code)).user.id).toBe(id);
    told(await auth.resetPasswordForEmail(email));
    expectError(await auth.exchangeCodeForSession(code), 'flow_state_not_found');
  });

  it('are watched, kept fresh and let go by the page', async () => {
    const person = await stage.newUser();
    const auth = await stage.client();
    expect((await auth.initialize()).error).toBeNull();
    expect(auth.isThrowOnErrorEnabled()).toBeFalsy();
    const seen: string[] = [];
    const { data } = auth.onAuthStateChange((event) => void seen.push(event));
    told(await auth.signInWithPassword(person));
    await auth.startAutoRefresh();
    await auth.stopAutoRefresh();
    told(await auth.refreshSession());
    told(await auth.updateUser({ data: { size: 2 } }));
    await auth.signOut();
    data.subscription.unsubscribe();
    await auth.dispose();
    expect(seen).toEqual(
      expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']),
    );
  });
}
