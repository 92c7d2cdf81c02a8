import { decodeJwt } from 'jose';
import type { GoTrueClient } from '@supabase/auth-js';
import { callAuth, createConfirmedUser, EVERY_METHOD, listEvents, refresh } from '../support/auth.js';
import { createUserWithMfa, signedInClient, getAccessToken } from '../support/factors.js';
import { SoftwareAuthenticator, type Tampering } from '../support/software-authenticator.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const SITE = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] };

describe('WebAuthn as a second factor', () => {
  const product = useShared(startTestProduct, EVERY_METHOD);

  const post = (path: string, token: string, body: object) =>
    callAuth(product, 'post', path, token).send(body);
  const enrollKey = async (client: GoTrueClient, friendlyName = 'key'): Promise<string> => {
    const { data, error } = await client.mfa.webauthn.enroll({ friendlyName });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'webauthn', friendly_name: friendlyName });
    return data!.id;
  };
  /** Challenge and verify as the client library sends them, with the software authenticator in place of the browser. */
  const challenge = async (token: string, factorId: string) =>
    (await post(`/factors/${factorId}/challenge`, token, { factorId, webauthn: SITE }).expect(200)).body;
  const verifyFactor = async (
    token: string,
    factorId: string,
    device: SoftwareAuthenticator,
    tampering: Tampering = {},
  ) => {
    const asked = await challenge(token, factorId);
    const { type, credential_options } = asked.webauthn;
    const credential_response =
      type === 'create'
        ? device.create(credential_options.publicKey, tampering)
        : device.get(credential_options.publicKey, tampering);
    const body = { challenge_id: asked.id, webauthn: { ...SITE, type, credential_response } };
    return { body, response: await post(`/factors/${factorId}/verify`, token, body) };
  };
  const withKey = async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    const factorId = await enrollKey(client);
    const device = new SoftwareAuthenticator();
    const { response } = await verifyFactor(await getAccessToken(client), factorId, device);
    expect(response.status).toBe(200);
    return { user, factorId, device, session: response.body };
  };

  it('is enrolled with its first verification, and is accepted at the next sign-in', async () => {
    const { user, factorId, device, session } = await withKey();
    expect(decodeJwt(session.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    expect(session.user.factors).toMatchObject([
      { id: factorId, factor_type: 'webauthn', status: 'verified', friendly_name: 'key' },
    ]);
    const topics = await listEvents(product, user.id);
    expect(topics).toContainEqual({
      topic: 'user.mfa_factor_enrolled',
      payload: { userId: user.id, factor: 'webauthn', additional: false },
    });
    const client = await signedInClient(product, user);
    expect((await client.updateUser({ password: 'of a thief' })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }]);

    const { response } = await verifyFactor(await getAccessToken(client), factorId, device);

    expect(response.status).toBe(200);
    expect(decodeJwt(response.body.access_token).aal).toBe('aal2');
    await callAuth(product, 'put', '/user', response.body.access_token)
      .send({ password: 'of the owner' })
      .expect(200);
  });

  it('raises the session to aal2 only with a response to the challenge, from the device and the site', async () => {
    const { user, factorId, device } = await withKey();
    const token = await getAccessToken(await signedInClient(product, user));
    for (const tampering of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('x'.repeat(32)).toString('base64url') },
    ]) {
      const { response } = await verifyFactor(token, factorId, device, tampering);
      expect([tampering, response.status, response.body.code]).toEqual([
        tampering,
        422,
        'mfa_verification_failed',
      ]);
    }
    expect((await verifyFactor(token, factorId, device)).response.status).toBe(200);
    const later = await getAccessToken(await signedInClient(product, user));
    const cloned = await verifyFactor(later, factorId, device, { counter: 1 });
    expect([cloned.response.status, cloned.response.body.code]).toEqual([422, 'mfa_verification_failed']);
  });

  it('accepts no response twice and no response from another key', async () => {
    const [own, other] = [await withKey(), await withKey()];
    const token = await getAccessToken(await signedInClient(product, own.user));
    const { body, response } = await verifyFactor(token, own.factorId, own.device);
    expect(response.status).toBe(200);
    const path = `/factors/${own.factorId}/verify`;
    const replayed = await post(path, response.body.access_token, body);
    expect([replayed.status, replayed.body.code]).toEqual([404, 'mfa_factor_not_found']);
    const asked = await challenge(response.body.access_token, own.factorId);
    const credential_response = other.device.get({
      challenge: asked.webauthn.credential_options.publicKey.challenge,
    });
    const otherDevice = await post(path, response.body.access_token, {
      challenge_id: asked.id,
      webauthn: { ...SITE, type: 'request', credential_response },
    });
    expect([otherDevice.status, otherDevice.body.code]).toEqual([422, 'mfa_verification_failed']);
  });

  it('accepts no code, is bound to the site, and coexists with an authenticator app', async () => {
    const { client, factorId: app } = await createUserWithMfa(product);
    const factorId = await enrollKey(client);
    const device = new SoftwareAuthenticator();
    const token = await getAccessToken(client);
    const otherSite = await post(`/factors/${factorId}/challenge`, token, {
      webauthn: { rpId: 'evil.example' },
    });
    expect([otherSite.status, otherSite.body.code]).toEqual([400, 'validation_failed']);
    const asked = await challenge(token, factorId);
    const code = await post(`/factors/${factorId}/verify`, token, { challenge_id: asked.id, code: '123456' });
    expect([code.status, code.body.code]).toEqual([404, 'mfa_factor_not_found']);
    for (const webauthn of [{}, [], 'x', { credential_response: null }]) {
      const nonsense = await post(`/factors/${factorId}/verify`, token, { challenge_id: asked.id, webauthn });
      expect(nonsense.status).toBe(400);
    }
    const { response } = await verifyFactor(token, factorId, device);
    expect(response.status).toBe(200);
    await callAuth(product, 'delete', `/factors/${factorId}`, response.body.access_token).expect(200);
    const { body } = await refresh(product, response.body.refresh_token).expect(200);
    expect(decodeJwt(body.access_token).aal).toBe('aal1');
    expect(body.user.factors).toMatchObject([{ id: app }]);
  });
});
