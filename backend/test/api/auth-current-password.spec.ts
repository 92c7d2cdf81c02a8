import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  createEmailTokens,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import { pageClient } from '../support/oauth.js';
import { useFixture, useShared } from '../support/fixtures.js';
import { signedInClient } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';

const NEXT = 'quite another one';

describe('an installation that requires the current password for a new one', () => {
  const product = useFixture(startTestProduct, {
    AUTH_CURRENT_PASSWORD_REQUIRED: 'on',
    AUTH_PASSWORD_COMMON_LIST: 'off',
  });

  it('requires it for nothing else, rejects a wrong one, and accepts the right one', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    expect((await client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error).toMatchObject({
      status: 400,
      code: 'current_password_required',
    });
    const wrong = await client.updateUser({ password: NEXT, current_password: 'a guess' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    expect(await listAuditActions(product, user.id)).toContain('password.rejected');
    const accepted = await client.updateUser({ password: NEXT, current_password: user.password });
    expect(accepted.error).toBeNull();
    const signedInAgain = await authClient(product).signInWithPassword({ email: user.email, password: NEXT });
    expect(signedInAgain.error).toBeNull();
  });

  it('does not require it once after account recovery', async () => {
    const user = await createConfirmedUser(product);
    const { token_hash } = await createEmailTokens(product, user.id, 'recovery', user.email);
    const client = authClient(product);
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error).toBeNull();
    const repeated = await client.updateUser({ password: `${NEXT} still` });
    expect(repeated.error?.code).toBe('current_password_required');
  });

  it('does not require it after recovery by a PKCE code', async () => {
    const user = await createConfirmedUser(product);
    const client = pageClient(product, 'pkce');
    expect((await client.resetPasswordForEmail(user.email)).error).toBeNull();
    const [flow] = await product.database.query<{ id: string }>({
      text: 'select id from flow_states where user_id = $1',
      values: [user.id],
    });
    const { url } = await product.api.get(OneTimeLinks).mint({
      userId: user.id,
      purpose: 'recovery',
      address: user.email,
      flowId: flow!.id,
    });
    const token = new URL(url).searchParams.get('token')!;
    const response = await callAuth(product, 'get', `/verify?token=${token}&type=recovery`).expect(303);
    const code = new URL(response.headers.location!).searchParams.get('code')!;
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error).toBeNull();
  });

  it('requires it after a magic link, which is not a recovery', async () => {
    const user = await createConfirmedUser(product);
    const { token_hash } = await createEmailTokens(product, user.id, 'magiclink', user.email);
    const client = authClient(product);
    expect((await client.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull();
    expect((await client.updateUser({ password: NEXT })).error?.code).toBe('current_password_required');
  });

  it('does not require it when the account has no password', async () => {
    const admin = await adminClient(product);
    const email = uniqueEmail();
    await admin.createUser({ email, email_confirm: true });
    const { data } = await admin.generateLink({ type: 'magiclink', email });
    const client = authClient(product);
    await client.verifyOtp({ type: 'magiclink', token_hash: data.properties!.hashed_token });
    expect((await client.updateUser({ password: NEXT })).error).toBeNull();
    expect((await client.updateUser({ password: 'a third one' })).error?.code).toBe(
      'current_password_required',
    );
  });

  it('accepts common passwords if their list is off', async () => {
    const user = { email: uniqueEmail(), password: 'iloveyou' };
    expect((await authClient(product).signUp(user)).error).toBeNull();
  });
});

describe('an installation without this setting', () => {
  const product = useShared(startTestProduct);

  it('checks a current password whenever it is sent, also after a recovery', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    const { token_hash } = await createEmailTokens(product, user.id, 'recovery', user.email);
    const recovering = authClient(product);
    expect((await recovering.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    const guess = await recovering.updateUser({ password: NEXT, current_password: 'a guess' });
    expect(guess.error?.code).toBe('current_password_invalid');
    for (const change of [{ password: NEXT }, { email: uniqueEmail() }, { data: { theme: 'dark' } }]) {
      const wrong = await client.updateUser({ ...change, current_password: 'a guess' });
      expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    }
    const { user_metadata, new_email } = (await client.getUser()).data.user!;
    expect([user_metadata, new_email]).toEqual([{ email_verified: true }, undefined]);
    const accepted = await client.updateUser({ password: NEXT, current_password: user.password });
    expect(accepted.error).toBeNull();
    await signIn(product, { ...user, password: NEXT }).expect(200);
  });
});
