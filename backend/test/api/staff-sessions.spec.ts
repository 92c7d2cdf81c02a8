import { Users, EnsureFirstAdministrator } from '../../src/modules/auth/index.js';
import { authClient, call, confirmedPerson, signIn, type Person } from '../support/auth.js';
import { appCode, userWithMfa, signedInClient, tokenOf } from '../support/factors.js';
import { registerPasskey, signInWithPasskey } from '../support/passkeys.js';
import { adminClient } from '../support/service-key.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const FIRST = { email: 'first@example.com', password: 'the first password' };

/** What the console answers to the person who brings the token. */
async function consoleAnswer(product: TestProduct, token: string): Promise<string> {
  const response = await fetch(`${product.url}/api/admin/v1/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.ok ? 'let in' : ((await response.json()) as { code: string }).code;
}

describe('a session of staff where all staff need a second factor', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({
      ADMIN_REQUIRE_MFA: 'on',
      BOOTSTRAP_ADMIN_EMAIL: FIRST.email,
      BOOTSTRAP_ADMIN_PASSWORD: FIRST.password,
    });
    await product.api.get(EnsureFirstAdministrator, { strict: false }).run();
  });
  afterAll(() => product?.stop());

  const makeAdmin = ({ id }: Person) => product.api.get(Users, { strict: false }).setRole(id, 'admin', null);
  const anAdmin = async (): Promise<Person> => {
    const person = await confirmedPerson(product);
    await makeAdmin(person);
    return person;
  };
  const aGuardedAdmin = async () => {
    const guarded = await userWithMfa(product);
    await makeAdmin(guarded.person);
    return guarded;
  };
  const enroll = async (client: Awaited<ReturnType<typeof signedInClient>>, friendlyName: string) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    return { factorId: data.id, secret: data.totp.secret };
  };

  it('is let in from the moment its owner has enrolled a factor in it, by the same token', async () => {
    const client = await signedInClient(product, await anAdmin());
    const token = await tokenOf(client);
    const responses = [await consoleAnswer(product, token)];
    const { factorId, secret } = await enroll(client, 'phone');
    responses.push(await consoleAnswer(product, token));
    await client.mfa.challengeAndVerify({ factorId, code: appCode(product, secret) });
    responses.push(await consoleAnswer(product, token), await consoleAnswer(product, await tokenOf(client)));
    expect(responses).toEqual(['mfa_enrollment_required', 'mfa_enrollment_required', 'let in', 'let in']);
  });

  it('leads the first administrator to enroll', async () => {
    const client = authClient(product);
    expect((await client.signInWithPassword(FIRST)).error).toBeNull();
    expect(await consoleAnswer(product, await tokenOf(client))).toBe('mfa_enrollment_required');
    const { factorId, secret } = await enroll(client, 'phone');
    await client.mfa.challengeAndVerify({ factorId, code: appCode(product, secret) });
    expect(await consoleAnswer(product, await tokenOf(client))).toBe('let in');
  });

  it('falls back with its factor, whatever its token says', async () => {
    const { person, client, factorId } = await aGuardedAdmin();
    const spare = await enroll(client, 'spare');
    await client.mfa.challengeAndVerify({
      factorId: spare.factorId,
      code: appCode(product, spare.secret),
    });
    const token = await tokenOf(client);
    const service = await adminClient(product);
    const responses = [await consoleAnswer(product, token)];
    await service.mfa.deleteFactor({ userId: person.id, id: spare.factorId });
    responses.push(await consoleAnswer(product, token));
    await service.mfa.deleteFactor({ userId: person.id, id: factorId });
    responses.push(await consoleAnswer(product, token));
    expect(responses).toEqual(['let in', 'insufficient_aal', 'mfa_enrollment_required']);
  });

  it('is let in by a recovery code in the place of the factor', async () => {
    const { person, client } = await aGuardedAdmin();
    const made = await call(product, 'post', '/recovery-codes', await tokenOf(client)).expect(200);
    const token = (await signIn(product, person).expect(200)).body.access_token as string;
    expect(await consoleAnswer(product, token)).toBe('insufficient_aal');
    await call(product, 'post', '/recovery-codes/verify', token)
      .send({ code: made.body.codes[0] })
      .expect(200);
    expect(await consoleAnswer(product, token)).toBe('let in');
  });

  it('is let in by a passkey, for as long as the passkey is there', async () => {
    const owner = await signedInClient(product, await anAdmin());
    const device = new SoftwareAuthenticator();
    const { data } = await registerPasskey(owner, device);
    const { client } = await signInWithPasskey(product, device);
    const token = await tokenOf(client);
    expect(await consoleAnswer(product, token)).toBe('let in');
    expect(await consoleAnswer(product, await tokenOf(owner))).toBe('mfa_enrollment_required');
    expect((await owner.passkey.delete({ passkeyId: data!.id })).error).toBeNull();
    expect(await consoleAnswer(product, token)).toBe('mfa_enrollment_required');
  });
});

describe('a session of staff where a second factor is their own choice', () => {
  it('is not kept out by a factor that was never verified', async () => {
    const product = await startTestProduct();
    try {
      const person = await confirmedPerson(product);
      await product.api.get(Users, { strict: false }).setRole(person.id, 'support', null);
      const client = await signedInClient(product, person);
      expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
      expect(await consoleAnswer(product, await tokenOf(client))).toBe('let in');
    } finally {
      await product.stop();
    }
  });
});
