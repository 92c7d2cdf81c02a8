import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  auditOf,
  authClient,
  call,
  confirmedPerson,
  emailedProof,
  signIn,
  someEmail,
} from '../support/auth.js';
import { pageClient } from '../support/oauth.js';
import { signedInClient } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const NEXT = 'quite another one';

describe('an installation that wants the current password with a new one', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({ AUTH_CURRENT_PASSWORD_REQUIRED: 'on', RATE_LIMITS: 'on' });
  });
  afterAll(() => product?.stop());

  it('asks for it, rejects a wrong one, and takes the right one', async () => {
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    expect((await client.updateUser({ password: NEXT })).error).toMatchObject({
      status: 400,
      code: 'current_password_required',
    });
    const wrong = await client.updateUser({ password: NEXT, current_password: 'a guess' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    expect(await auditOf(product, person.id)).toContain('password.rejected');
    const right = await client.updateUser({ password: NEXT, current_password: person.password });
    expect(right.error).toBeNull();
    const came = await authClient(product).signInWithPassword({ email: person.email, password: NEXT });
    expect(came.error).toBeNull();
  });

  it('counts guesses with those at the door', async () => {
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    for (let times = 0; times < 18; times++)
      await signIn(product, { ...person, password: 'a guess' }).expect(400);
    const codes: (string | undefined)[] = [];
    for (const current_password of ['a guess', 'a guess', person.password])
      codes.push((await client.updateUser({ password: NEXT, current_password })).error?.code);
    expect(codes).toEqual([
      'current_password_invalid',
      'current_password_invalid',
      'over_request_rate_limit',
    ]);
  });

  it('does not ask who has just recovered the account, once', async () => {
    const person = await confirmedPerson(product);
    const { token_hash } = await emailedProof(product, person.id, 'recovery', person.email);
    const client = authClient(product);
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error).toBeNull();
    const again = await client.updateUser({ password: `${NEXT} still` });
    expect(again.error?.code).toBe('current_password_required');
  });

  it('does not ask who recovered the account by a code for the client', async () => {
    const person = await confirmedPerson(product);
    const client = pageClient(product, 'pkce');
    expect((await client.resetPasswordForEmail(person.email)).error).toBeNull();
    const [flow] = await product.database.query<{ id: string }>({
      text: 'select id from flow_states where user_id = $1',
      values: [person.id],
    });
    const { url } = await product.api.get(OneTimeLinks, { strict: false }).mint({
      userId: person.id,
      purpose: 'recovery',
      address: person.email,
      flowId: flow!.id,
    });
    const token = new URL(url).searchParams.get('token')!;
    const response = await call(product, 'get', `/verify?token=${token}&type=recovery`).expect(303);
    const code = new URL(response.headers.location!).searchParams.get('code')!;
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error).toBeNull();
  });

  it('asks who came by a sign-in link: it is no recovery', async () => {
    const person = await confirmedPerson(product);
    const { token_hash } = await emailedProof(product, person.id, 'magiclink', person.email);
    const client = authClient(product);
    expect((await client.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error?.code).toBe('current_password_required');
  });

  it('asks for none that is not there', async () => {
    const admin = await adminClient(product);
    const email = someEmail();
    await admin.createUser({ email, email_confirm: true });
    const { data } = await admin.generateLink({ type: 'magiclink', email });
    const client = authClient(product);
    await client.verifyOtp({ type: 'magiclink', token_hash: data.properties!.hashed_token });
    expect((await client.updateUser({ password: NEXT })).error).toBeNull();
    expect((await client.updateUser({ password: 'a third one' })).error?.code).toBe(
      'current_password_required',
    );
  });

  it('asks for nothing where no password is changed', async () => {
    const client = await signedInClient(product, await confirmedPerson(product));
    expect((await client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
  });
});

describe('an installation that does not say', () => {
  it('takes a new password without the current one', async () => {
    const product = await startTestProduct();
    try {
      const client = await signedInClient(product, await confirmedPerson(product));
      expect((await client.updateUser({ password: NEXT })).error).toBeNull();
    } finally {
      await product.stop();
    }
  });
});
