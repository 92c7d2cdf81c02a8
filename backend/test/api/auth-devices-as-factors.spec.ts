import type { GoTrueClient } from '@supabase/auth-js';
import { call, confirmedPerson, eventsOf, refresh } from '../support/auth.js';
import { userWithMfa, signedInClient, tokenOf } from '../support/factors.js';
import { SoftwareAuthenticator, type Mischief } from '../support/software-authenticator.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const SITE = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] };

describe('a key on a device as second factor', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ AUTH_MFA_WEBAUTHN: 'on' })));
  afterAll(() => product?.stop());

  const post = (path: string, token: string, body: object) => call(product, 'post', path, token).send(body);
  const enrol = async (client: GoTrueClient, friendlyName = 'key'): Promise<string> => {
    const { data, error } = await client.mfa.webauthn.enroll({ friendlyName });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'webauthn', friendly_name: friendlyName });
    return data!.id;
  };
  /** Challenge and verify as the client library sends them, with the device in the place of the browser. */
  const challenge = async (token: string, factorId: string) =>
    (await post(`/factors/${factorId}/challenge`, token, { factorId, webauthn: SITE }).expect(200)).body;
  const show = async (
    token: string,
    factorId: string,
    device: SoftwareAuthenticator,
    mischief: Mischief = {},
  ) => {
    const asked = await challenge(token, factorId);
    const { type, credential_options } = asked.webauthn;
    const credential_response =
      type === 'create'
        ? device.create(credential_options.publicKey, mischief)
        : device.get(credential_options.publicKey, mischief);
    const body = { challenge_id: asked.id, webauthn: { ...SITE, type, credential_response } };
    return { body, answer: await post(`/factors/${factorId}/verify`, token, body) };
  };
  const withKey = async () => {
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    const factorId = await enrol(client);
    const device = new SoftwareAuthenticator();
    const { answer: response } = await show(await tokenOf(client), factorId, device);
    expect(response.status).toBe(200);
    return { person, factorId, device, session: response.body };
  };
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

  it('is made at its first showing, counts from then on, and signs at the next sign-in', async () => {
    const { person, factorId, device, session } = await withKey();
    expect(claimsOf(session.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    expect(session.user.factors).toMatchObject([
      { id: factorId, factor_type: 'webauthn', status: 'verified', friendly_name: 'key' },
    ]);
    const topics = await eventsOf(product, person.id);
    expect(topics).toContainEqual({
      topic: 'user.mfa_factor_enrolled',
      payload: { userId: person.id, factor: 'webauthn' },
    });
    const client = await signedInClient(product, person);
    expect((await client.updateUser({ password: 'of a thief' })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }]);

    const { answer: response } = await show(await tokenOf(client), factorId, device);

    expect(response.status).toBe(200);
    expect(claimsOf(response.body.access_token).aal).toBe('aal2');
    await call(product, 'put', '/user', response.body.access_token)
      .send({ password: 'of the owner' })
      .expect(200);
  });

  it('is asked by the client library in the form that browsers take', async () => {
    const client = await signedInClient(product, await confirmedPerson(product));
    const factorId = await enrol(client);
    const { data, error } = await client.mfa.challenge({ factorId, webauthn: SITE });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
    const options = (data as unknown as { webauthn: { credential_options: { publicKey: object } } }).webauthn;
    expect(options.credential_options.publicKey).toMatchObject({
      rp: { id: 'localhost' },
      challenge: expect.anything(),
    });
  });

  it.each<[string, Mischief]>([
    ['signed for a page of someone else', { origin: 'https://evil.example' }],
    ['signed for another site', { rpId: 'evil.example' }],
    ['signed for another challenge', { challenge: Buffer.from('x'.repeat(32)).toString('base64url') }],
    ['by a copy of the device', { counter: 1 }],
  ])('does not lift the session when it is %s', async (_, mischief) => {
    const { person, factorId, device } = await withKey();
    const token = await tokenOf(await signedInClient(product, person));
    expect((await show(token, factorId, device)).answer.status).toBe(200);
    const again = await tokenOf(await signedInClient(product, person));
    const { answer: response } = await show(again, factorId, device, mischief);
    expect([response.status, response.body.code]).toEqual([422, 'mfa_verification_failed']);
  });

  it('takes no answer twice, and none from another key', async () => {
    const [mine, theirs] = [await withKey(), await withKey()];
    const token = await tokenOf(await signedInClient(product, mine.person));
    const { body, answer: response } = await show(token, mine.factorId, mine.device);
    expect(response.status).toBe(200);
    const path = `/factors/${mine.factorId}/verify`;
    const replayed = await post(path, response.body.access_token, body);
    expect([replayed.status, replayed.body.code]).toEqual([404, 'mfa_factor_not_found']);
    const asked = await challenge(response.body.access_token, mine.factorId);
    const credential_response = theirs.device.get({
      challenge: asked.webauthn.credential_options.publicKey.challenge,
    });
    const foreign = await post(path, response.body.access_token, {
      challenge_id: asked.id,
      webauthn: { ...SITE, type: 'request', credential_response },
    });
    expect([foreign.status, foreign.body.code]).toEqual([422, 'mfa_verification_failed']);
  });

  it('takes no code, is bound to the site, and stands beside an authenticator app', async () => {
    const { client, factorId: app } = await userWithMfa(product);
    const factorId = await enrol(client);
    const device = new SoftwareAuthenticator();
    const token = await tokenOf(client);
    const elsewhere = await post(`/factors/${factorId}/challenge`, token, {
      webauthn: { rpId: 'evil.example' },
    });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'validation_failed']);
    const asked = await challenge(token, factorId);
    const code = await post(`/factors/${factorId}/verify`, token, { challenge_id: asked.id, code: '123456' });
    expect([code.status, code.body.code]).toEqual([404, 'mfa_factor_not_found']);
    for (const webauthn of [{}, [], 'x', { credential_response: null }]) {
      const nonsense = await post(`/factors/${factorId}/verify`, token, { challenge_id: asked.id, webauthn });
      expect(nonsense.status).toBe(400);
    }
    const { answer: response } = await show(token, factorId, device);
    expect(response.status).toBe(200);
    await call(product, 'delete', `/factors/${factorId}`, response.body.access_token).expect(200);
    const { body } = await refresh(product, response.body.refresh_token).expect(200);
    expect(claimsOf(body.access_token).aal).toBe('aal1');
    expect(body.user.factors).toMatchObject([{ id: app }]);
  });
});

describe('an installation that does not offer keys on devices', () => {
  it('says so', async () => {
    const product = await startTestProduct();
    try {
      const client = await signedInClient(product, await confirmedPerson(product));
      expect((await client.mfa.webauthn.enroll({ friendlyName: 'key' })).error).toMatchObject({
        status: 422,
        code: 'mfa_webauthn_enroll_not_enabled',
      });
    } finally {
      await product.stop();
    }
  });
});
