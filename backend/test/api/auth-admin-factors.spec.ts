import { randomUUID } from 'node:crypto';
import { listAuditActions, callAuth } from '../support/auth.js';
import { createUserWithMfa } from '../support/factors.js';
import { signClientKey } from '../support/service-key.js';
import { useShared } from '../support/fixtures.js';
import { startTestProduct } from '../support/test-product.js';

describe('admin API for MFA factors', () => {
  const product = useShared(startTestProduct);
  let key: string;
  beforeAll(async () => {
    key = await signClientKey('service_role');
  });

  const change = (userId: string, factorId: string, body: object) =>
    callAuth(product, 'put', `/admin/users/${userId}/factors/${factorId}`, key).send(body);

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
});
