import request, { type Test } from 'supertest';
import { callAuth, createConfirmedUser } from '../support/auth.js';
import { startOAuthFixture } from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';
import { createUserWithMfa, signedInClient, getAccessToken } from '../support/factors.js';

const SOME_ID = '019a9f00-7e3a-7462-bc8d-a6f20291aaaa';

describe('a session at aal1', () => {
  const oauth = useShared(startOAuthFixture);

  const account = (method: 'get' | 'post' | 'delete', path: string, token: string): Test => {
    const agent = request(oauth.product.url);
    return agent[method](`/api/account/v1/${path}`).set('Authorization', `Bearer ${token}`);
  };
  const put = (token: string, body: object) => callAuth(oauth.product, 'put', '/user', token).send(body);
  const post = (token: string, path: string, body: object) =>
    callAuth(oauth.product, 'post', path, token).send(body);
  const remove = (token: string, path: string) => callAuth(oauth.product, 'delete', path, token);
  const LINK = '/user/identities/authorize?provider=keycloak&skip_http_redirect=true';
  /** Every call that requires aal2, with its error. */
  const guardedCalls: [
    name: string,
    rejected: [status: number, code: string],
    knock: (token: string) => Test,
  ][] = [
    ['changing the email', [401, 'insufficient_aal'], (token) => put(token, { email: 'thief@example.com' })],
    ['changing the password', [401, 'insufficient_aal'], (token) => put(token, { password: 'of a thief' })],
    [
      'enrolling another factor',
      [403, 'insufficient_aal'],
      (token) => post(token, '/factors', { factor_type: 'totp' }),
    ],
    [
      'adding a passkey',
      [403, 'insufficient_aal'],
      (token) => post(token, '/passkeys/registration/options', {}),
    ],
    ['removing a passkey', [403, 'insufficient_aal'], (token) => remove(token, `/passkeys/${SOME_ID}`)],
    [
      'linking an identity',
      [401, 'insufficient_aal'],
      (token) => callAuth(oauth.product, 'get', LINK, token),
    ],
    [
      'unlinking an identity',
      [401, 'insufficient_aal'],
      (token) => remove(token, `/user/identities/${SOME_ID}`),
    ],
    [
      'linking an identity by ID token',
      [401, 'insufficient_aal'],
      (token) =>
        post(token, '/token?grant_type=id_token', {
          provider: 'keycloak',
          id_token: 'not looked at',
          link_identity: true,
        }),
    ],
    ['listing sessions', [403, 'forbidden'], (token) => account('get', 'sessions', token)],
    [
      'revoking another session',
      [403, 'forbidden'],
      (token) => account('delete', `sessions/${SOME_ID}`, token),
    ],
    ['exporting data', [403, 'insufficient_aal'], (token) => account('post', 'exports', token)],
    ['listing exports', [403, 'insufficient_aal'], (token) => account('get', 'exports', token)],
    [
      'deleting the account',
      [403, 'insufficient_aal'],
      (token) => account('post', 'deletion', token).send({ password: 'a guess' }),
    ],
  ];
  const responsesTo = async (token: string): Promise<[string, number, string][]> => {
    const responses: [string, number, string][] = [];
    for (const [name, , send] of guardedCalls) {
      const { status, body } = await send(token);
      responses.push([name, status, body.code]);
    }
    return responses;
  };
  const errors = guardedCalls.map(([name, [status, code]]) => [name, status, code]);

  it('is rejected by every protected call when MFA is enabled, and accepted once MFA is completed', async () => {
    const { user, client } = await createUserWithMfa(oauth.product);
    const attacker = await getAccessToken(await signedInClient(oauth.product, user));
    expect(await responsesTo(attacker)).toEqual(errors);
    const unguarded = await responsesTo(await getAccessToken(client));
    for (const [index, response] of unguarded.entries()) expect(response).not.toEqual(errors[index]);
  });

  it('is accepted by every protected call when a factor was never verified', async () => {
    const client = await signedInClient(oauth.product, await createConfirmedUser(oauth.product));
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'begun' })).error).toBeNull();
    const responses = await responsesTo(await getAccessToken(client));
    for (const [index, response] of responses.entries()) expect(response).not.toEqual(errors[index]);
  });
});
