import { randomUUID } from 'node:crypto';
import { listAuditActions, callAuth, createConfirmedUser, listEvents } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { createUserWithMfa, signedInClient } from '../support/factors.js';
import { signClientKey } from '../support/service-key.js';
import { useFixture } from '../support/fixtures.js';
import { startSmsFixture } from '../support/sms-provider.js';
import { useWorker } from '../support/worker.js';

describe('admin API for MFA factors', () => {
  const product = useFixture(startSmsFixture, { AUTH_MFA_PHONE: 'on' });
  useWorker(product);
  let key: string;
  beforeAll(async () => {
    key = await signClientKey('service_role');
  });

  const change = (userId: string, factorId: string, body: object, token = key) =>
    callAuth(product, 'put', `/admin/users/${userId}/factors/${factorId}`, token).send(body);
  const codeTo = (phone: string): Promise<string> =>
    eventually(() => {
      const message = product.sms.messages.findLast(({ to }) => to === `+${phone}`);
      if (!message) throw new Error(`no message to ${phone}`);
      return /^\d{6}/.exec(message.text)![0];
    });
  let lastPhone = 15_550_200_000;
  const uniquePhone = (): string => String(++lastPhone);

  it('renames a factor to a name that is unique for the user', async () => {
    const { user, client, factorId } = await createUserWithMfa(product);
    const { data: second } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'second' });
    const { body } = await change(user.id, factorId, { friendly_name: 'Office' }).expect(200);
    expect(body).toMatchObject({ id: factorId, friendly_name: 'Office', status: 'verified' });
    const { data } = await client.mfa.listFactors();
    expect(data!.totp).toMatchObject([{ id: factorId, friendly_name: 'Office' }]);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    const conflict = await change(user.id, second!.id, { friendly_name: 'Office' }).expect(422);
    expect(conflict.body.code).toBe('mfa_factor_name_conflict');
    expect(await listAuditActions(product, user.id)).toContain('factor.updated');
  });

  it('changes the phone number, notifies the owner, and requires sessions that used the old number to verify again', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    const [oldPhone, newPhone] = [uniquePhone(), uniquePhone()];
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: `+${oldPhone}` });
    const factorId = enrolled.data!.id;
    const challenge = await client.mfa.challenge({ factorId });
    const verified = await client.mfa.verify({
      factorId,
      challengeId: challenge.data!.id,
      code: await codeTo(oldPhone),
    });
    expect(verified.error).toBeNull();
    const pending = await client.mfa.challenge({ factorId });
    const before = (await listEvents(product, user.id)).length;

    const { body } = await change(user.id, factorId, { phone: `+${newPhone}` }).expect(200);

    expect(body).toMatchObject({ id: factorId, phone: newPhone, status: 'verified' });
    expect((await listEvents(product, user.id)).slice(before).map(({ topic }) => topic)).toContain(
      'user.mfa_factor_enrolled',
    );
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const staleChallenge = { factorId, challengeId: pending.data!.id, code: '123456' };
    expect((await client.mfa.verify(staleChallenge)).error?.code).toBe('mfa_factor_not_found');
    const { data: newChallenge } = await client.mfa.challenge({ factorId });
    const code = await codeTo(newPhone);
    expect((await client.mfa.verify({ factorId, challengeId: newChallenge!.id, code })).error).toBeNull();
  });

  it('rejects invalid changes with a specific error', async () => {
    const { user, factorId } = await createUserWithMfa(product);
    const tryChange = async (
      body: object,
      factor = factorId,
      userId = user.id,
    ): Promise<[number, string]> => {
      const response = await change(userId, factor, body);
      return [response.status, response.body.code as string];
    };
    expect(await tryChange({ phone: '+15550100199' })).toEqual([400, 'validation_failed']);
    expect(await tryChange({ phone: 'not a number' })).toEqual([400, 'validation_failed']);
    expect(await tryChange({ friendly_name: 'x'.repeat(101) })).toEqual([400, 'validation_failed']);
    expect(await tryChange({}, randomUUID())).toEqual([404, 'mfa_factor_not_found']);
    expect(await tryChange({}, 'not-an-id')).toEqual([404, 'validation_failed']);
    expect(await tryChange({}, factorId, randomUUID())).toEqual([404, 'user_not_found']);
    const before = await listAuditActions(product, user.id);
    expect(await tryChange({})).toEqual([200, undefined]);
    expect(await listAuditActions(product, user.id)).toEqual(before);
  });

  it('requires the service key', async () => {
    const { user, client, factorId } = await createUserWithMfa(product);
    const { data } = await client.getSession();
    const response = await change(user.id, factorId, { friendly_name: 'x' }, data.session!.access_token);
    expect([response.status, response.body.code]).toEqual([403, 'not_admin']);
  });
});
