import { randomUUID } from 'node:crypto';
import { auditOf, call, confirmedPerson, eventsOf } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { userWithMfa, signedInClient } from '../support/factors.js';
import { clientKey } from '../support/service-key.js';
import { startSmsProvider, type SmsProvider } from '../support/sms-provider.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('a second factor that the operator’s server changes', () => {
  let product: TestProduct;
  let provider: SmsProvider;
  let key: string;
  beforeAll(async () => {
    provider = await startSmsProvider();
    product = await startTestProduct({
      AUTH_MFA_PHONE: 'on',
      AUTH_SMS_PROVIDER: 'twilio',
      AUTH_TWILIO_ACCOUNT_SID: 'AC123',
      AUTH_TWILIO_AUTH_TOKEN: 'a secret token',
      AUTH_TWILIO_FROM: '+15550100100',
      AUTH_TWILIO_API_URL: provider.url,
    });
    await product.startWorker();
    key = await clientKey('service_role');
  });
  afterAll(async () => {
    await product?.stop();
    await provider?.close();
  });

  const change = (userId: string, factorId: string, body: object, token = key) =>
    call(product, 'put', `/admin/users/${userId}/factors/${factorId}`, token).send(body);
  const codeTo = (phone: string): Promise<string> =>
    eventually(() => {
      const message = provider.messages.findLast(({ to }) => to === `+${phone}`);
      if (!message) throw new Error(`no message to ${phone}`);
      return /^\d{6}/.exec(message.text)![0];
    });
  let numbers = 15_550_200_000;
  const somePhone = (): string => String(++numbers);

  it('gets another name, which is no one else’s of the account', async () => {
    const { person, client, factorId } = await userWithMfa(product);
    const { data: second } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'second' });
    const { body } = await change(person.id, factorId, { friendly_name: 'Office' }).expect(200);
    expect(body).toMatchObject({ id: factorId, friendly_name: 'Office', status: 'verified' });
    const { data } = await client.mfa.listFactors();
    expect(data!.totp).toMatchObject([{ id: factorId, friendly_name: 'Office' }]);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    const taken = await change(person.id, second!.id, { friendly_name: 'Office' }).expect(422);
    expect(taken.body.code).toBe('mfa_factor_name_conflict');
    expect(await auditOf(product, person.id)).toContain('factor.updated');
  });

  it('gets another number: codes go there, sessions that showed the former one show it again, the owner is told', async () => {
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    const [former, next] = [somePhone(), somePhone()];
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: `+${former}` });
    const factorId = enrolled.data!.id;
    const asked = await client.mfa.challenge({ factorId });
    const shown = await client.mfa.verify({
      factorId,
      challengeId: asked.data!.id,
      code: await codeTo(former),
    });
    expect(shown.error).toBeNull();
    const pending = await client.mfa.challenge({ factorId });
    const before = (await eventsOf(product, person.id)).length;

    const { body } = await change(person.id, factorId, { phone: `+${next}` }).expect(200);

    expect(body).toMatchObject({ id: factorId, phone: next, status: 'verified' });
    expect((await eventsOf(product, person.id)).slice(before).map(({ topic }) => topic)).toContain(
      'user.mfa_factor_enrolled',
    );
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const old = { factorId, challengeId: pending.data!.id, code: '123456' };
    expect((await client.mfa.verify(old)).error?.code).toBe('mfa_factor_not_found');
    const { data: again } = await client.mfa.challenge({ factorId });
    const code = await codeTo(next);
    expect((await client.mfa.verify({ factorId, challengeId: again!.id, code })).error).toBeNull();
  });

  it('is rejected what does not fit, by name', async () => {
    const { person, factorId } = await userWithMfa(product);
    const codeOf = async (body: object, factor = factorId, user = person.id): Promise<[number, string]> => {
      const response = await change(user, factor, body);
      return [response.status, response.body.code as string];
    };
    expect(await codeOf({ phone: '+15550100199' })).toEqual([400, 'validation_failed']);
    expect(await codeOf({ phone: 'no number' })).toEqual([400, 'validation_failed']);
    expect(await codeOf({ friendly_name: 'x'.repeat(101) })).toEqual([400, 'validation_failed']);
    expect(await codeOf({}, randomUUID())).toEqual([404, 'mfa_factor_not_found']);
    expect(await codeOf({}, 'no-id')).toEqual([404, 'validation_failed']);
    expect(await codeOf({}, factorId, randomUUID())).toEqual([404, 'user_not_found']);
    const before = await auditOf(product, person.id);
    expect(await codeOf({})).toEqual([200, undefined]);
    expect(await auditOf(product, person.id)).toEqual(before);
  });

  it('is changed with the service key alone', async () => {
    const { person, client, factorId } = await userWithMfa(product);
    const { data } = await client.getSession();
    const response = await change(person.id, factorId, { friendly_name: 'x' }, data.session!.access_token);
    expect([response.status, response.body.code]).toEqual([403, 'not_admin']);
  });
});
