import { SignJWT } from 'jose';
import request, { type Test } from 'supertest';
import { Users } from '../../src/modules/auth/index.js';
import { call, confirmedPerson, linkSecret, paidPerson, signIn, type Person } from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('who may call the product', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  const withToken = (test: Test, token?: string): Test =>
    token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
  const customers = (token?: string) =>
    withToken(request(product.url).post('/api/functions/v1/check-subscription'), token).send({});
  const staff = (token?: string) => withToken(request(product.url).get('/api/admin/v1/me'), token);
  const everybody = (token?: string) =>
    withToken(request(product.url).get('/api/functions/v1/get-stripe-config'), token);
  const tokenOf = async (person: Person): Promise<string> =>
    (await signIn(product, person)).body.access_token;
  const clientKey = (role: string) =>
    new SignJWT({ role, iss: 'supabase', exp: 4_000_000_000 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(product.settings.auth.sharedSecret));

  it('is a customer, while his session lasts', async () => {
    const token = await tokenOf(await confirmedPerson(product));
    expect((await customers(token)).status).toBe(200);
    await call(product, 'post', '/logout', token).expect(204);
    const rejected = await customers(token);
    expect([rejected.status, rejected.body.code]).toEqual([401, 'unauthorized']);
    expect(rejected.body.requestId).toBe(rejected.get('X-Request-Id'));
  });

  it('is no one without a token, with nonsense, or with the key of a client alone', async () => {
    const keys = [undefined, 'nonsense', 'a.b.c', await clientKey('anon'), await clientKey('service_role')];
    for (const key of keys) expect((await customers(key)).status).toBe(401);
  });

  it('is anybody where the route is public, whatever he carries', async () => {
    const signedOut = await tokenOf(await confirmedPerson(product));
    await call(product, 'post', '/logout', signedOut).expect(204);
    for (const key of [undefined, 'nonsense', signedOut, await clientKey('anon')]) {
      expect((await everybody(key)).status).toBe(200);
    }
  });

  it('is staff from the moment the role is given to the moment it is taken, by the same token', async () => {
    const person = await confirmedPerson(product);
    const users = product.api.get(Users, { strict: false });
    const token = await tokenOf(person);
    const statuses = [(await staff(token)).status];
    await users.setRole(person.id, 'support', null);
    statuses.push((await staff(token)).status);
    await users.setRole(person.id, null, null);
    statuses.push((await staff(token)).status, (await staff()).status);
    expect(statuses).toEqual([403, 200, 403, 401]);
  });

  it('is no staff by a role in the own data, or under an address that no one proved', async () => {
    const person = await paidPerson(product);
    const token = await tokenOf(person);
    const data = { role: 'admin', app_metadata: { role: 'admin' } };
    await call(product, 'put', '/user', token).send({ data }).expect(200);
    await product.database.query({
      text: `update users set app_metadata = app_metadata || '{"role":"admin"}' where id = $1`,
      values: [person.id],
    });
    expect((await staff(token)).status).toBe(403);
    const token_hash = await linkSecret(product, person.id, 'payment', person.email);
    const confirmed = await call(product, 'post', '/verify').send({
      type: 'payment',
      token_hash,
      password: person.password,
    });
    expect((await staff(confirmed.body.access_token)).status).toBe(200);
  });

  it('is no one while banned', async () => {
    const person = await confirmedPerson(product);
    const token = await tokenOf(person);
    await product.database.query({
      text: 'update users set banned_until = $1 where id = $2',
      values: [product.clock.in(60), person.id],
    });
    expect((await customers(token)).status).toBe(401);
    product.clock.advance(61);
    expect((await customers(token)).status).toBe(200);
  });
});
