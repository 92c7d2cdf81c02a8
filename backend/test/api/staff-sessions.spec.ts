import { Users, EnsureFirstAdministrator } from '../../src/modules/auth/index.js';
import { authClient, callAuth, createConfirmedUser, signIn, type TestUser } from '../support/auth.js';
import { totpCode, createUserWithMfa, signedInClient, getAccessToken } from '../support/factors.js';
import { registerPasskey, signInWithPasskey } from '../support/passkeys.js';
import { adminClient } from '../support/service-key.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { shared, useFixture } from '../support/fixtures.js';

const FIRST = { email: 'first@example.com', password: 'the first password' };

/** The console's response to this token. */
async function consoleResponse(product: TestProduct, token: string): Promise<string> {
  const response = await fetch(`${product.url}/api/admin/v1/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.ok ? 'let in' : ((await response.json()) as { code: string }).code;
}

describe('staff sessions when MFA is required', () => {
  const product = useFixture(startTestProduct, {
    ADMIN_REQUIRE_MFA: 'on',
    BOOTSTRAP_ADMIN_EMAIL: FIRST.email,
    BOOTSTRAP_ADMIN_PASSWORD: FIRST.password,
  });
  beforeAll(() => product.api.get(EnsureFirstAdministrator).run());

  const promoteToAdmin = ({ id }: TestUser) => product.api.get(Users).setRole(id, 'admin', null);
  const createAdmin = async (): Promise<TestUser> => {
    const user = await createConfirmedUser(product);
    await promoteToAdmin(user);
    return user;
  };
  const adminWithMfa = async () => {
    const guarded = await createUserWithMfa(product);
    await promoteToAdmin(guarded.user);
    return guarded;
  };
  const enroll = async (client: Awaited<ReturnType<typeof signedInClient>>, friendlyName: string) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    return { factorId: data.id, secret: data.totp.secret };
  };

  it('are accepted as soon as a factor is enrolled in them, with the same token', async () => {
    const client = await signedInClient(product, await createAdmin());
    const token = await getAccessToken(client);
    const responses = [await consoleResponse(product, token)];
    const { factorId, secret } = await enroll(client, 'phone');
    responses.push(await consoleResponse(product, token));
    await client.mfa.challengeAndVerify({ factorId, code: totpCode(product, secret) });
    responses.push(
      await consoleResponse(product, token),
      await consoleResponse(product, await getAccessToken(client)),
    );
    expect(responses).toEqual(['mfa_enrollment_required', 'mfa_enrollment_required', 'let in', 'let in']);
  });

  it('direct the first administrator to enroll', async () => {
    const client = authClient(product);
    expect((await client.signInWithPassword(FIRST)).error).toBeNull();
    expect(await consoleResponse(product, await getAccessToken(client))).toBe('mfa_enrollment_required');
    const { factorId, secret } = await enroll(client, 'phone');
    await client.mfa.challengeAndVerify({ factorId, code: totpCode(product, secret) });
    expect(await consoleResponse(product, await getAccessToken(client))).toBe('let in');
  });

  it('lose access with the factor, regardless of the token', async () => {
    const { user, client, factorId } = await adminWithMfa();
    const spare = await enroll(client, 'spare');
    await client.mfa.challengeAndVerify({
      factorId: spare.factorId,
      code: totpCode(product, spare.secret),
    });
    const token = await getAccessToken(client);
    const service = await adminClient(product);
    const responses = [await consoleResponse(product, token)];
    await service.mfa.deleteFactor({ userId: user.id, id: spare.factorId });
    responses.push(await consoleResponse(product, token));
    await service.mfa.deleteFactor({ userId: user.id, id: factorId });
    responses.push(await consoleResponse(product, token));
    expect(responses).toEqual(['let in', 'insufficient_aal', 'mfa_enrollment_required']);
  });

  it('accept a recovery code in place of the factor', async () => {
    const { user, client } = await adminWithMfa();
    const made = await callAuth(product, 'post', '/recovery-codes', await getAccessToken(client)).expect(200);
    const token = (await signIn(product, user).expect(200)).body.access_token as string;
    expect(await consoleResponse(product, token)).toBe('insufficient_aal');
    await callAuth(product, 'post', '/recovery-codes/verify', token)
      .send({ code: made.body.codes[0] })
      .expect(200);
    expect(await consoleResponse(product, token)).toBe('let in');
  });

  it('accept a passkey, for as long as it exists', async () => {
    const owner = await signedInClient(product, await createAdmin());
    const device = new SoftwareAuthenticator();
    const { data } = await registerPasskey(owner, device);
    const { client } = await signInWithPasskey(product, device);
    const token = await getAccessToken(client);
    expect(await consoleResponse(product, token)).toBe('let in');
    expect(await consoleResponse(product, await getAccessToken(owner))).toBe('mfa_enrollment_required');
    expect((await owner.passkey.delete({ passkeyId: data!.id })).error).toBeNull();
    expect(await consoleResponse(product, token)).toBe('mfa_enrollment_required');
  });
});

describe('staff sessions when MFA is optional', () => {
  it('are not blocked by a factor that was never verified', async () => {
    const product = await shared(startTestProduct);
    const user = await createConfirmedUser(product);
    await product.api.get(Users).setRole(user.id, 'support', null);
    const client = await signedInClient(product, user);
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    expect(await consoleResponse(product, await getAccessToken(client))).toBe('let in');
  });
});
