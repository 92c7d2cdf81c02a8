import request, { type Test } from 'supertest';
import { call, confirmedPerson } from '../support/auth.js';
import { startOAuthFixture, type OAuthFixture } from '../support/oauth.js';
import { userWithMfa, signedInClient, tokenOf } from '../support/factors.js';

const SOME_ID = '019a9f00-7e3a-7462-bc8d-a6f20291aaaa';

describe('a session that has shown a password alone', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => (elsewhere = await startOAuthFixture()));
  afterAll(() => elsewhere?.stop());

  const sessions = (method: 'get' | 'delete', path: string, token: string): Test => {
    const agent = request(elsewhere.product.url);
    return agent[method](`/api/account/v1/sessions${path}`).set('Authorization', `Bearer ${token}`);
  };
  const put = (token: string, body: object) => call(elsewhere.product, 'put', '/user', token).send(body);
  const post = (token: string, path: string, body: object) =>
    call(elsewhere.product, 'post', path, token).send(body);
  const remove = (token: string, path: string) => call(elsewhere.product, 'delete', path, token);
  const LINK = '/user/identities/authorize?provider=keycloak&skip_http_redirect=true';
  /** Everything that MFA stands before, with how its error is answered. */
  const doors: [name: string, rejected: [status: number, code: string], knock: (token: string) => Test][] = [
    ['a new address', [401, 'insufficient_aal'], (token) => put(token, { email: 'thief@example.com' })],
    ['a new password', [401, 'insufficient_aal'], (token) => put(token, { password: 'of a thief' })],
    [
      'another factor',
      [403, 'insufficient_aal'],
      (token) => post(token, '/factors', { factor_type: 'totp' }),
    ],
    ['a passkey', [403, 'insufficient_aal'], (token) => post(token, '/passkeys/registration/options', {})],
    ['a passkey less', [403, 'insufficient_aal'], (token) => remove(token, `/passkeys/${SOME_ID}`)],
    ['an identity', [401, 'insufficient_aal'], (token) => call(elsewhere.product, 'get', LINK, token)],
    ['an identity less', [401, 'insufficient_aal'], (token) => remove(token, `/user/identities/${SOME_ID}`)],
    [
      'an identity by its token',
      [401, 'insufficient_aal'],
      (token) =>
        post(token, '/token?grant_type=id_token', {
          provider: 'keycloak',
          id_token: 'not looked at',
          link_identity: true,
        }),
    ],
    ['the list of sessions', [403, 'forbidden'], (token) => sessions('get', '', token)],
    ['the end of another session', [403, 'forbidden'], (token) => sessions('delete', `/${SOME_ID}`, token)],
  ];
  const answersTo = async (token: string): Promise<[string, number, string][]> => {
    const responses: [string, number, string][] = [];
    for (const [name, , knock] of doors) {
      const { status, body } = await knock(token);
      responses.push([name, status, body.code]);
    }
    return responses;
  };
  const errors = doors.map(([name, [status, code]]) => [name, status, code]);

  it('opens none of these where a second factor guards the account, and all once it was shown', async () => {
    const { person, client } = await userWithMfa(elsewhere.product);
    const thief = await tokenOf(await signedInClient(elsewhere.product, person));
    expect(await answersTo(thief)).toEqual(errors);
    const unguarded = await answersTo(await tokenOf(client));
    for (const [index, response] of unguarded.entries()) expect(response).not.toEqual(errors[index]);
  });

  it('opens all of these where a factor was only begun', async () => {
    const client = await signedInClient(elsewhere.product, await confirmedPerson(elsewhere.product));
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'begun' })).error).toBeNull();
    const responses = await answersTo(await tokenOf(client));
    for (const [index, response] of responses.entries()) expect(response).not.toEqual(errors[index]);
  });
});
