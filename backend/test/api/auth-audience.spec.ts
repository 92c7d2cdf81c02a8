import { GoTrueClient } from '@supabase/auth-js';
import { authClient, callAuth, createConfirmedUser, signIn, uniqueEmail, PASSWORD } from '../support/auth.js';
import { adminClient } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const HEADER = 'X-JWT-AUD';

describe('the audience requested by a caller', () => {
  const product = useShared(startTestProduct);

  /** The client library configured for sessions of one audience. */
  const clientForAudience = (audience: string): GoTrueClient =>
    new GoTrueClient({
      url: `${product.url}/api/auth/v1`,
      headers: { [HEADER]: audience },
      autoRefreshToken: false,
      persistSession: false,
      storageKey: audience,
    });
  const createSession = async () => {
    const client = authClient(product);
    const { data } = await client.signInWithPassword(await createConfirmedUser(product));
    return data.session!;
  };

  it('must match when the user is read', async () => {
    const { access_token, user } = await createSession();
    expect((await clientForAudience('authenticated').getUser(access_token)).data.user?.id).toBe(user.id);
    expect((await clientForAudience('another').getUser(access_token)).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: "Token audience doesn't match request audience",
    });
    await callAuth(product, 'get', '/user', access_token).set(HEADER, '').expect(200);
  });

  it('matches the audience that the operator gave the user', async () => {
    const admin = await adminClient(product);
    const email = uniqueEmail();
    const input = { email, password: PASSWORD, email_confirm: true, aud: 'partners' };
    expect((await admin.createUser(input)).error).toBeNull();
    const { body } = await signIn(product, { email, password: PASSWORD }).expect(200);
    const { data } = await clientForAudience('partners').getUser(body.access_token);
    expect(data.user).toMatchObject({ email, aud: 'partners' });
    expect((await clientForAudience('authenticated').getUser(body.access_token)).error?.status).toBe(400);
  });

  it('must match before an identity is unlinked, with the error of the protocol', async () => {
    const { access_token, user } = await createSession();
    const { identity_id: id } = user.identities![0]!;
    const remove = (audience: string) =>
      callAuth(product, 'delete', `/user/identities/${id}`, access_token).set(HEADER, audience);
    expect((await remove('another').expect(403)).body.code).toBe('unexpected_audience');
    expect((await remove('authenticated').expect(422)).body.code).toBe('single_identity_not_deletable');
    const malformed = callAuth(product, 'delete', '/user/identities/x', access_token).set(HEADER, 'another');
    expect((await malformed.expect(404)).body.code).toBe('validation_failed');
  });

  it('cannot be chosen at sign-up or sign-in', async () => {
    const email = uniqueEmail();
    const { data } = await clientForAudience('another').signUp({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ email, aud: 'authenticated' });
    const user = await createConfirmedUser(product);
    const { data: session, error } = await clientForAudience('another').signInWithPassword(user);
    expect(error).toBeNull();
    const claims = await authClient(product).getClaims(session.session!.access_token);
    expect(claims.data?.claims.aud).toBe('authenticated');
  });
});
