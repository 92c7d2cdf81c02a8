import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import request, { type Test } from 'supertest';
import { Users } from '../../src/modules/auth/index.js';
import {
  banUser,
  listAuditActions,
  callAuth,
  createConfirmedUser,
  createLinkToken,
  createPaidUser,
  signIn,
  type TestUser,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('access control', () => {
  const product = useShared(startTestProduct);

  const withToken = (test: Test, token?: string): Test =>
    token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
  const customers = (token?: string) =>
    withToken(request(product.url).post('/api/functions/v1/check-subscription'), token).send({});
  const staff = (token?: string) => withToken(request(product.url).get('/api/admin/v1/me'), token);
  const publicRoute = (token?: string) =>
    withToken(request(product.url).get('/api/functions/v1/get-stripe-config'), token);
  const getAccessToken = async (user: TestUser): Promise<string> =>
    (await signIn(product, user)).body.access_token;
  const clientKey = (role: string, exp = 4_000_000_000) =>
    new SignJWT({ role, iss: 'supabase', exp })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(product.settings.auth.sharedSecret));

  it('treats a caller as a customer while their session lasts', async () => {
    const token = await getAccessToken(await createConfirmedUser(product));
    expect((await customers(token)).status).toBe(200);
    await callAuth(product, 'post', '/logout', token).expect(204);
    const rejected = await customers(token);
    expect([rejected.status, rejected.body.code]).toEqual([401, 'unauthorized']);
    expect(rejected.body.requestId).toBe(rejected.get('X-Request-Id'));
  });

  it('treats a caller as anonymous without a token, with a malformed token, or with only a client key', async () => {
    const keys = [undefined, 'nonsense', 'a.b.c', await clientKey('anon'), await clientKey('service_role')];
    for (const key of keys) expect((await customers(key)).status).toBe(401);
  });

  it('serves public routes to anyone, with any token or none', async () => {
    const signedOut = await getAccessToken(await createConfirmedUser(product));
    await callAuth(product, 'post', '/logout', signedOut).expect(204);
    for (const key of [undefined, 'nonsense', signedOut, await clientKey('anon')]) {
      expect((await publicRoute(key)).status).toBe(200);
    }
  });

  it('reports a token of a function that has expired or an invalid signature as a relay error, and others as errors of the function', async () => {
    const user = await createConfirmedUser(product);
    const signedOut = await getAccessToken(user);
    await callAuth(product, 'post', '/logout', signedOut).expect(204);
    const invoke = async (name: string, token: string) => {
      const client = createClient(`${product.url}/api`, token, { auth: { persistSession: false } });
      const { data, error, response } = await client.functions.invoke(name);
      return error ? `${(error as Error).name} ${response?.status}` : typeof data;
    };
    for (const token of ['nonsense', 'a.b.c', `${await getAccessToken(user)}x`, await clientKey('anon', 1)]) {
      expect(await invoke('check-subscription', token)).toBe('FunctionsRelayError 401');
      expect(await invoke('get-stripe-config', token)).toBe('object');
    }
    for (const token of [signedOut, await clientKey('anon')]) {
      expect(await invoke('check-subscription', token)).toBe('FunctionsHttpError 401');
    }
    expect(await invoke('check-subscription', await getAccessToken(user))).toBe('object');
    expect((await customers()).get('x-relay-error')).toBeUndefined();
    expect((await staff('nonsense')).get('x-relay-error')).toBeUndefined();
  });

  it('documents the relay error, and that public functions ignore an invalid token', async () => {
    const { paths, info } = (await request(product.url).get('/api/openapi.json').expect(200)).body;
    const { responses } = paths['/api/functions/v1/check-subscription'].post;
    expect(responses['401'].headers).toHaveProperty('x-relay-error');
    expect(paths['/api/admin/v1/me'].get.responses['401'].headers).toBeUndefined();
    expect(info.description).toContain('Public functions treat a call with an invalid token as signed out');
  });

  it('grants staff access from the moment the role is given until it is removed, with the same token', async () => {
    const user = await createConfirmedUser(product);
    const users = product.api.get(Users);
    const token = await getAccessToken(user);
    const statuses = [(await staff(token)).status];
    await users.setRole(user.id, 'support', null);
    const seen = await staff(token);
    expect(seen.body).toEqual({ id: user.id, email: user.email, role: 'support' });
    statuses.push(seen.status);
    await users.setRole(user.id, null, null);
    statuses.push((await staff(token)).status, (await staff()).status);
    expect(statuses).toEqual([403, 200, 403, 401]);
    expect(await listAuditActions(product, user.id)).toContain('user.role_changed');
  });

  it('grants no staff access for a role in user metadata or for an unconfirmed address', async () => {
    const user = await createPaidUser(product);
    const token = await getAccessToken(user);
    const data = { role: 'admin', app_metadata: { role: 'admin' } };
    await callAuth(product, 'put', '/user', token).send({ data }).expect(200);
    await product.database.query({
      text: `update users set app_metadata = app_metadata || '{"role":"admin"}' where id = $1`,
      values: [user.id],
    });
    expect((await staff(token)).status).toBe(403);
    const token_hash = await createLinkToken(product, user.id, 'payment', user.email);
    const confirmed = await callAuth(product, 'post', '/verify').send({
      type: 'payment',
      token_hash,
      password: user.password,
    });
    expect((await staff(confirmed.body.access_token)).status).toBe(200);
  });

  it('rejects a banned user', async () => {
    const user = await createConfirmedUser(product);
    const token = await getAccessToken(user);
    await banUser(product, user.id);
    expect((await customers(token)).status).toBe(401);
    product.clock.advance(61);
    expect((await customers(token)).status).toBe(200);
  });
});
