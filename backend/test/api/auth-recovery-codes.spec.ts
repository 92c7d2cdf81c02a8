import { decodeJwt } from 'jose';
import type { GoTrueClient } from '@supabase/auth-js';
import {
  listAuditActions,
  callAuth,
  createConfirmedUser,
  LIMITED,
  listEvents,
  refresh,
  signIn,
} from '../support/auth.js';
import { totpCode, createUserWithMfa, signedInClient, getAccessToken } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { shared, useShared } from '../support/fixtures.js';

describe('recovery codes', () => {
  const product = useShared(startTestProduct);

  const generate = async (client: GoTrueClient): Promise<string[]> =>
    (await callAuth(product, 'post', '/recovery-codes', await getAccessToken(client)).expect(200)).body.codes;
  const stateFor = async (client: GoTrueClient) =>
    (await callAuth(product, 'get', '/recovery-codes', await getAccessToken(client)).expect(200)).body;
  const verifyCode = (token: string, code: unknown) =>
    callAuth(product, 'post', '/recovery-codes/verify', token).send({ code });

  it('are ten, shown once, stored as hashes, and each raises one session to aal2 in place of the lost factor', async () => {
    const { user, client } = await createUserWithMfa(product);
    expect(await stateFor(client)).toEqual({ remaining: 0, created_at: null });
    const codes = await generate(client);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);
    const [row] = await product.database.query<{ everything: string }>({
      text: `select (select json_agg(recovery_codes)::text from recovery_codes) || (select json_agg(outbox_events)::text from outbox_events)
                    || (select json_agg(audit_entries)::text from audit_entries) as everything`,
    });
    for (const stored of codes.flatMap((code) => [code, Buffer.from(code.replace('-', '')).toString('hex')]))
      expect(row!.everything).not.toContain(stored);
    const { body: came } = await signIn(product, user).expect(200);

    const { body } = await verifyCode(
      came.access_token,
      ` ${codes[3]!.toUpperCase().replace('-', ' ')} `,
    ).expect(200);

    expect(decodeJwt(body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    });
    expect((await refresh(product, came.refresh_token).expect(400)).body.code).toBe(
      'refresh_token_not_found',
    );
    await refresh(product, body.refresh_token).expect(200);
    await callAuth(product, 'put', '/user', body.access_token)
      .send({ password: 'a second password' })
      .expect(200);
    const { body: state } = await callAuth(product, 'get', '/recovery-codes', body.access_token).expect(200);
    expect(state).toEqual({ remaining: 9, created_at: expect.any(String) });
    const events = await listEvents(product, user.id);
    expect(events).toContainEqual({
      topic: 'user.recovery_code_used',
      payload: { userId: user.id, remaining: 9 },
    });
    expect(await listAuditActions(product, user.id)).toEqual(
      expect.arrayContaining(['recovery_codes.generated', 'recovery_code.used']),
    );
  });

  it('work once, even when sent ten times concurrently; wrong codes, and those of an earlier set or another account, are rejected', async () => {
    const [{ user, client }, other] = [await createUserWithMfa(product), await createUserWithMfa(product)];
    const [earlier] = await generate(client);
    const [first, second] = await generate(client);
    const [otherUsersCode] = await generate(other.client);
    const { access_token } = (await signIn(product, user).expect(200)).body;
    const responses = await Promise.all(Array.from({ length: 10 }, () => verifyCode(access_token, first)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const wrong of [first, earlier, otherUsersCode, 'aaaaa-aaaaa', `${second}x`]) {
      const { body } = await verifyCode(access_token, wrong).expect(422);
      expect(body).toEqual({ code: 'mfa_verification_failed', message: 'Invalid recovery code entered' });
    }
    for (const malformed of ['', null, 'x'.repeat(65), 7])
      await verifyCode(access_token, malformed).expect(400);
    expect(await listAuditActions(product, user.id)).toContain('recovery_code.rejected');
  });

  it('are deleted with the last factor, together with the access they granted', async () => {
    const { user, client, factorId } = await createUserWithMfa(product);
    const [code] = await generate(client);
    const { access_token } = (await signIn(product, user).expect(200)).body;
    const { body } = await verifyCode(access_token, code).expect(200);

    await callAuth(product, 'delete', `/factors/${factorId}`, body.access_token).expect(200);

    const { body: after } = await refresh(product, body.refresh_token).expect(200);
    expect(decodeJwt(after.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect((await callAuth(product, 'get', '/recovery-codes', after.access_token)).body.remaining).toBe(0);
    expect(after.user.factors).toBeUndefined();
    expect(await listAuditActions(product, user.id)).toContain('factor.removed');
  });

  it('are generated after MFA, counted, used and deleted with the client library, for accounts with another factor', async () => {
    const { user, client } = await createUserWithMfa(product);
    const { recoveryCodes } = client.mfa;
    const none = { status: 404, code: 'mfa_factor_not_found' };
    expect((await recoveryCodes.getStatus()).error).toMatchObject(none);
    expect((await recoveryCodes.regenerate()).error).toMatchObject(none);
    const { data: made, error } = await recoveryCodes.generate();
    expect(error).toBeNull();
    expect(made).toMatchObject({ type: 'recovery_code', total: 10 });
    expect(made!.codes.every((code) => /^[a-z2-9]{10}$/.test(code))).toBe(true);
    expect((await recoveryCodes.generate()).error).toMatchObject({ code: 'mfa_verified_factor_exists' });

    const low = await signedInClient(product, user);
    expect((await low.mfa.recoveryCodes.unenroll()).error).toMatchObject({ code: 'insufficient_aal' });
    const rejected = callAuth(product, 'post', '/recovery-codes', await getAccessToken(low));
    expect((await rejected.expect(403)).body.code).toBe('insufficient_aal');
    expect((await low.mfa.recoveryCodes.verify({ code: 'aaaaa-aaaaa' })).error).toMatchObject({
      code: 'mfa_verification_failed',
    });
    const typed = made!.codes[0]!.toUpperCase().replace(/(.{4})/g, '$1-');
    expect((await low.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
    expect((await low.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    expect((await low.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    expect((await low.mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10);
    expect((await low.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await low.mfa.recoveryCodes.getStatus()).error).toMatchObject(none);

    const plain = await signedInClient(product, await createConfirmedUser(product));
    expect((await plain.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
    });
    const token = await getAccessToken(plain);
    for (const path of ['/recovery-codes', '/recovery-codes/verify']) {
      const { status, body } = await callAuth(product, 'post', path, token).send({ code: 'aaaaa-aaaaa' });
      expect([status, body.code]).toEqual([404, 'mfa_factor_not_found']);
      expect((await callAuth(product, 'post', path).send({})).status).toBe(401);
    }
  });

  it('are listed as a factor with a unique name, whose ID and name stay the same when regenerated', async () => {
    const { user, client, factorId } = await createUserWithMfa(product);
    const { recoveryCodes } = client.mfa;
    expect((await recoveryCodes.generate({ friendlyName: 'phone' })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    });
    const { data: made } = await recoveryCodes.generate({ friendlyName: 'In the safe' });
    const set = { id: made!.id, friendly_name: 'In the safe' };
    expect(made).toMatchObject(set);
    const listed = { ...set, factor_type: 'recovery_code', status: 'verified' };
    expect((await client.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId }, listed],
      totp: [{ id: factorId }],
      recovery_code: [listed],
    });
    const admin = await adminClient(product);
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toMatchObject([
      { id: factorId },
      listed,
    ]);
    const { data: found } = await admin.getUserById(user.id);
    expect(found.user?.factors).toMatchObject([{ id: factorId }, listed]);
    await generate(client);
    expect((await recoveryCodes.regenerate()).data).toMatchObject(set);
    expect((await recoveryCodes.getStatus()).data).toMatchObject({ id: set.id, remaining: 10 });
    const repeated = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'In the safe' });
    expect(repeated.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    expect((await client.mfa.challenge({ factorId: set.id })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await recoveryCodes.unenroll()).data).toEqual({ id: set.id });
    expect((await client.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }]);
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Recovery codes' });
    expect((await recoveryCodes.generate()).data?.friendly_name).toBe('Recovery codes 2');
  });

  it('can be deleted by that ID, by the user after MFA and by the operator', async () => {
    const { user, client } = await createUserWithMfa(product);
    const [code] = await generate(client);
    const setId = async () => (await client.mfa.recoveryCodes.getStatus()).data!.id;
    const factorId = await setId();
    const low = await signedInClient(product, user);
    expect((await low.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await verifyCode(await getAccessToken(low), code).expect(422);
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');

    const [another] = await generate(client);
    const admin = await adminClient(product);
    const target = { userId: user.id, id: await setId() };
    expect(target.id).not.toBe(factorId);
    expect((await admin.mfa.deleteFactor(target)).error).toBeNull();
    expect((await admin.mfa.deleteFactor(target)).error).toMatchObject({ code: 'mfa_factor_not_found' });
    await verifyCode(await getAccessToken(low), another).expect(422);
    expect(
      (await listAuditActions(product, user.id)).filter((it) => it === 'recovery_codes.deleted'),
    ).toHaveLength(2);
  });

  it('cannot be brute-forced: guesses are counted per account', async () => {
    const limited = await shared(startTestProduct, LIMITED);
    const { user, secret, factorId } = await createUserWithMfa(limited);
    const { access_token } = (await signIn(limited, user).expect(200)).body;
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++) {
      const guess = callAuth(limited, 'post', '/recovery-codes/verify', access_token)
        .set('X-Forwarded-For', `10.7.7.${times + 1}`)
        .send({ code: 'aaaaa-aaaaa' });
      statuses.push((await guess).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    const owner = await signedInClient(limited, user);
    const verified = await owner.mfa.challengeAndVerify({ factorId, code: totpCode(limited, secret) });
    expect(verified.error).toBeNull();
  });
});
