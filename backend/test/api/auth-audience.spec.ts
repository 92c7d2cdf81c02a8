import { GoTrueClient } from '@supabase/auth-js';
import { authClient, call, confirmedPerson, signIn, someEmail, PASSWORD } from '../support/auth.js';
import { adminClient } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const HEADER = 'X-JWT-AUD';

describe('the audience that a caller expects', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product?.stop());

  /** The client library as someone sets it up who wants sessions of one audience. */
  const expecting = (audience: string): GoTrueClient =>
    new GoTrueClient({
      url: `${product.url}/api/auth/v1`,
      headers: { [HEADER]: audience },
      autoRefreshToken: false,
      persistSession: false,
      storageKey: audience,
    });
  const someSession = async () => {
    const client = authClient(product);
    const { data } = await client.signInWithPassword(await confirmedPerson(product));
    return data.session!;
  };

  it('is heeded where the account is shown', async () => {
    const { access_token, user } = await someSession();
    expect((await expecting('authenticated').getUser(access_token)).data.user?.id).toBe(user.id);
    expect((await expecting('another').getUser(access_token)).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: "Token audience doesn't match request audience",
    });
    await call(product, 'get', '/user', access_token).set(HEADER, '').expect(200);
  });

  it('is the one that the operator gave the account', async () => {
    const admin = await adminClient(product);
    const email = someEmail();
    const input = { email, password: PASSWORD, email_confirm: true, aud: 'partners' };
    expect((await admin.createUser(input)).error).toBeNull();
    const { body } = await signIn(product, { email, password: PASSWORD }).expect(200);
    const { data } = await expecting('partners').getUser(body.access_token);
    expect(data.user).toMatchObject({ email, aud: 'partners' });
    expect((await expecting('authenticated').getUser(body.access_token)).error?.status).toBe(400);
  });

  it('is heeded before an identity is taken away, in the protocol’s other word', async () => {
    const { access_token, user } = await someSession();
    const { identity_id: id } = user.identities![0]!;
    const remove = (audience: string) =>
      call(product, 'delete', `/user/identities/${id}`, access_token).set(HEADER, audience);
    expect((await remove('another').expect(403)).body.code).toBe('unexpected_audience');
    expect((await remove('authenticated').expect(422)).body.code).toBe('single_identity_not_deletable');
    const malformed = call(product, 'delete', '/user/identities/x', access_token).set(HEADER, 'another');
    expect((await malformed.expect(404)).body.code).toBe('validation_failed');
  });

  it('is not chosen by who signs up or signs in', async () => {
    const email = someEmail();
    const { data } = await expecting('another').signUp({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ email, aud: 'authenticated' });
    const person = await confirmedPerson(product);
    const { data: session, error } = await expecting('another').signInWithPassword(person);
    expect(error).toBeNull();
    const claims = await authClient(product).getClaims(session.session!.access_token);
    expect(claims.data?.claims.aud).toBe('authenticated');
  });
});
