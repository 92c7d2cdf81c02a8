import { AuthApiError, AuthWeakPasswordError } from '@supabase/auth-js';
import { authClient, confirmedPerson, eventsOf, linkSecret, PASSWORD, someEmail } from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('accounts through the client library as it comes', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  it('signs up, confirms by the link in the email, signs in and reads the own account', async () => {
    const client = authClient(product);
    const email = someEmail();
    const signedUp = await client.signUp({
      email,
      password: PASSWORD,
      options: { data: { full_name: 'Ada Lovelace' } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    const { id } = signedUp.data.user!;
    expect(await eventsOf(product, id)).toEqual([
      { topic: 'user.confirmation_requested', payload: { userId: id, redirectTo: null } },
    ]);

    const early = await client.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });

    const token_hash = await linkSecret(product, id, 'signup', email);
    const verified = await client.verifyOtp({ type: 'signup', token_hash });
    expect(verified.error).toBeNull();
    expect(verified.data.session?.user.user_metadata).toEqual({
      full_name: 'Ada Lovelace',
      email_verified: true,
    });
    expect(await eventsOf(product, id)).toContainEqual({
      topic: 'user.confirmed',
      payload: { userId: id },
    });

    const signedIn = await client.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
    expect(signedIn.error).toBeNull();
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      id,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
    });
    expect(data.user?.identities).toEqual([
      expect.objectContaining({ id, user_id: id, provider: 'email', identity_id: expect.any(String) }),
    ]);
  });

  it('says that an address is registered already, and which rule a weak password breaks', async () => {
    const { email } = await confirmedPerson(product);
    const again = await authClient(product).signUp({ email, password: 'another one' });
    expect(again.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });

    const weak = await authClient(product).signUp({ email: someEmail(), password: 'short' });
    expect(weak.error).toBeInstanceOf(AuthWeakPasswordError);
    expect((weak.error as AuthWeakPasswordError).reasons).toEqual(['length']);
  });

  it('keeps a session alive by its refresh token and ends it by signing out', async () => {
    const person = await confirmedPerson(product);
    const client = authClient(product);
    const { data } = await client.signInWithPassword(person);
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect((await client.signOut()).error).toBeNull();
    const { error } = await authClient(product).getUser(refreshed.data.session?.access_token);
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  it('signs out other devices and stays signed in on this one', async () => {
    const person = await confirmedPerson(product);
    const [here, there] = [authClient(product), authClient(product)];
    await here.signInWithPassword(person);
    await there.signInWithPassword(person);
    expect((await here.signOut({ scope: 'others' })).error).toBeNull();
    expect((await here.getUser()).data.user?.id).toBe(person.id);
    expect((await there.getUser()).data.user).toBeNull();
  });

  it('changes the own data key by key and the password, which signs out everywhere else', async () => {
    const person = await confirmedPerson(product);
    const [here, there] = [authClient(product), authClient(product)];
    await here.signInWithPassword(person);
    await there.signInWithPassword(person);
    await here.updateUser({ data: { full_name: 'Ada', theme: 'dark' } });
    const changed = await here.updateUser({ data: { theme: null, size: 2 } });
    expect(changed.data.user?.user_metadata).toEqual({ full_name: 'Ada', size: 2, email_verified: true });

    const same = await here.updateUser({ password: person.password });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    expect((await here.updateUser({ password: 'a new secret' })).error).toBeNull();
    expect((await here.getUser()).error).toBeNull();
    expect((await there.getUser()).data.user).toBeNull();
    const old = await authClient(product).signInWithPassword(person);
    expect(old.error).toMatchObject({ code: 'invalid_credentials' });
    const fresh = await authClient(product).signInWithPassword({
      email: person.email,
      password: 'a new secret',
    });
    expect(fresh.error).toBeNull();
  });

  it('lets the owner of the mailbox choose a new password', async () => {
    const person = await confirmedPerson(product);
    const client = authClient(product);
    const asked = await client.resetPasswordForEmail(person.email, {
      redirectTo: 'http://localhost:3000/auth/reset',
    });
    expect(asked.error).toBeNull();
    expect(await eventsOf(product, person.id)).toContainEqual({
      topic: 'user.recovery_requested',
      payload: { userId: person.id, redirectTo: 'http://localhost:3000/auth/reset' },
    });
    const token_hash = await linkSecret(product, person.id, 'recovery', person.email);
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await client.updateUser({ password: 'chosen anew' })).error).toBeNull();
    const signedIn = await client.signInWithPassword({ email: person.email, password: 'chosen anew' });
    expect(signedIn.error).toBeNull();
  });

  it('lets a client verify claims itself: one fetch of the key set, no call for the user', async () => {
    const person = await confirmedPerson(product);
    const calls: string[] = [];
    const client = authClient(product, calls);
    await client.signInWithPassword(person);
    calls.length = 0;
    const first = await client.getClaims();
    const second = await client.getClaims();
    expect(calls).toEqual(['GET /.well-known/jwks.json']);
    expect(first.error ?? second.error).toBeNull();
    expect(second.data?.claims).toMatchObject({
      iss: 'http://localhost:3000/api/auth/v1',
      sub: person.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: person.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      is_anonymous: false,
    });
  });

  it('tells the client what is not offered, in errors that it understands', async () => {
    const client = authClient(product);
    const responses = await Promise.all([
      client.signInWithOtp({ phone: '+491701234567' }),
      client.signInAnonymously(),
      client.signUp({ phone: '+491701234567', password: PASSWORD }),
      client.signInWithIdToken({ provider: 'google', token: 'x' }),
      client.signInWithSSO({ domain: 'example.com' }),
    ]);
    for (const { error } of responses) expect(error).toBeInstanceOf(AuthApiError);
    expect(responses.map(({ error }) => error?.code)).toEqual([
      'phone_provider_disabled',
      'anonymous_provider_disabled',
      'phone_provider_disabled',
      'provider_disabled',
      'saml_provider_disabled',
    ]);
  });
});
