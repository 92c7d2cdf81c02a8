import { AuthWeakPasswordError } from '@supabase/auth-js';
import {
  authClient,
  createConfirmedUser,
  listEvents,
  createLinkToken,
  PASSWORD,
  uniqueEmail,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('the client library', () => {
  const product = useShared(startTestProduct);

  it('signs up, confirms through the email link, signs in and reads the user', async () => {
    const client = authClient(product);
    const email = uniqueEmail();
    const signedUp = await client.signUp({
      email,
      password: PASSWORD,
      options: { data: { full_name: 'Ada Lovelace' } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    const { id } = signedUp.data.user!;
    expect(await listEvents(product, id)).toEqual([
      { topic: 'user.confirmation_requested', payload: { userId: id, redirectTo: null } },
    ]);

    const early = await client.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });

    const token_hash = await createLinkToken(product, id, 'signup', email);
    const verified = await client.verifyOtp({ type: 'signup', token_hash });
    expect(verified.error).toBeNull();
    expect(verified.data.session?.user.user_metadata).toEqual({
      full_name: 'Ada Lovelace',
      email_verified: true,
    });
    expect(await listEvents(product, id)).toContainEqual({
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

  it('reports that an address is already registered, and which rule a weak password breaks', async () => {
    const { email } = await createConfirmedUser(product);
    const duplicate = await authClient(product).signUp({ email, password: 'another one' });
    expect(duplicate.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });

    const weak = await authClient(product).signUp({ email: uniqueEmail(), password: 'short' });
    expect(weak.error).toBeInstanceOf(AuthWeakPasswordError);
    expect((weak.error as AuthWeakPasswordError).reasons).toEqual(['length']);
  });

  it('merges user metadata key by key; a new password signs out every other session', async () => {
    const user = await createConfirmedUser(product);
    const [here, there] = [authClient(product), authClient(product)];
    await here.signInWithPassword(user);
    await there.signInWithPassword(user);
    await here.updateUser({ data: { full_name: 'Ada', theme: 'dark' } });
    const changed = await here.updateUser({ data: { theme: null, size: 2 } });
    expect(changed.data.user?.user_metadata).toEqual({ full_name: 'Ada', size: 2, email_verified: true });

    const same = await here.updateUser({ password: user.password });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    expect((await here.updateUser({ password: 'a new secret' })).error).toBeNull();
    expect((await here.getUser()).error).toBeNull();
    expect((await there.getUser()).data.user).toBeNull();
    const old = await authClient(product).signInWithPassword(user);
    expect(old.error).toMatchObject({ code: 'invalid_credentials' });
    const fresh = await authClient(product).signInWithPassword({
      email: user.email,
      password: 'a new secret',
    });
    expect(fresh.error).toBeNull();
  });
});
