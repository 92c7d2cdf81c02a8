import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { auditOf, call, confirmedPerson, refresh, signIn, someClient, type Person } from '../support/auth.js';
import { userWithMfa, tokenOf } from '../support/factors.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe("one's sessions", () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ TRUSTED_PROXIES: 'loopback' })));
  afterAll(() => product?.stop());

  const list = (token?: string) =>
    request(product.url)
      .get('/api/account/v1/sessions')
      .set(token ? { Authorization: `Bearer ${token}` } : {});
  const revoke = (token: string, id: string) =>
    request(product.url).delete(`/api/account/v1/sessions/${id}`).set('Authorization', `Bearer ${token}`);
  const come = async (person: Person, userAgent: string, address = someClient()) => {
    const response = signIn(product, person).set('User-Agent', userAgent).set('X-Forwarded-For', address);
    return (await response.expect(200)).body as { access_token: string; refresh_token: string };
  };

  it('are listed with device, address and last use, the last used first', async () => {
    const person = await confirmedPerson(product);
    product.clock.advance(60);
    const laptop = await come(person, CHROME, '10.9.8.7');
    product.clock.advance(60);
    await come(person, FIREFOX, '10.9.8.6');
    product.clock.advance(60);
    await refresh(product, laptop.refresh_token).set('User-Agent', CHROME).expect(200);
    product.clock.advance(60);
    const here = await come(person, 'a program of my own/1.0', '10.9.8.5');

    const { body } = await list(here.access_token).expect(200);

    expect(body.sessions).toMatchObject([
      { device: null, userAgent: 'a program of my own/1.0', ipAddress: '10.9.8.5', current: true },
      { device: 'Chrome on macOS', userAgent: CHROME, current: false, assurance: 'aal1' },
      { device: 'Firefox on Linux', userAgent: FIREFOX, ipAddress: '10.9.8.6', current: false },
      { device: null, current: false },
    ]);
    const [, chrome, firefox] = body.sessions;
    expect(Date.parse(chrome.lastUsedAt) - Date.parse(firefox.lastUsedAt)).toBeGreaterThanOrEqual(59_000);
    expect(Date.parse(chrome.createdAt)).toBeLessThan(Date.parse(firefox.createdAt));
    expect(JSON.stringify(body)).not.toContain(laptop.refresh_token);
  });

  it('end one by one and at once, the present one too', async () => {
    const person = await confirmedPerson(product);
    const [stolen, here] = [await come(person, FIREFOX), await come(person, CHROME)];
    const { body } = await list(here.access_token).expect(200);
    const { id } = body.sessions.find(({ device }: { device: string }) => device === 'Firefox on Linux');

    await revoke(here.access_token, id).expect(204);

    expect((await call(product, 'get', '/user', stolen.access_token).expect(403)).body.code).toBe(
      'session_not_found',
    );
    expect((await refresh(product, stolen.refresh_token).expect(400)).body.code).toBe(
      'refresh_token_not_found',
    );
    await list(stolen.access_token).expect(401);
    const own = body.sessions.find(({ current }: { current: boolean }) => current);
    await revoke(here.access_token, own.id).expect(204);
    await list(here.access_token).expect(401);
    expect((await auditOf(product, person.id)).filter((act) => act === 'session.revoked')).toHaveLength(2);
  });

  it('of others are neither shown nor ended', async () => {
    const [mine, theirs] = [
      await come(await confirmedPerson(product), CHROME),
      await come(await confirmedPerson(product), FIREFOX),
    ];
    const { body } = await list(theirs.access_token).expect(200);
    for (const id of [body.sessions[0].id, randomUUID(), 'x']) {
      const rejected = await revoke(mine.access_token, id).expect(404);
      expect(rejected.body).toMatchObject({ statusCode: 404, code: 'session_not_found' });
      expect(rejected.body.requestId).toBe(rejected.get('x-request-id'));
    }
    await call(product, 'get', '/user', theirs.access_token).expect(200);
    const ids = (await list(mine.access_token).expect(200)).body.sessions.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(body.sessions[0].id);
  });

  it('are neither shown to nor ended by a password alone, where a second factor guards the account', async () => {
    const { person, client } = await userWithMfa(product);
    const owner = await tokenOf(client);
    const thief = await come(person, FIREFOX);
    const [seen] = (await list(owner).expect(200)).body.sessions;
    expect((await list(thief.access_token).expect(403)).body.code).toBe('forbidden');
    expect((await revoke(thief.access_token, seen.id).expect(403)).body.code).toBe('forbidden');
    await list(owner).expect(200);
  });

  it('are for who is signed in', async () => {
    expect((await list().expect(401)).body).toMatchObject({ statusCode: 401, code: 'unauthorized' });
  });

  it('that are over are not listed', async () => {
    const person = await confirmedPerson(product);
    await come(person, FIREFOX);
    product.clock.advance(2_592_001);
    const here = await come(person, CHROME);
    expect((await list(here.access_token).expect(200)).body.sessions).toHaveLength(1);
  });
});
