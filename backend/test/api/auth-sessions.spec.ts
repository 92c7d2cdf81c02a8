import { randomUUID } from 'node:crypto';
import request from 'supertest';
import {
  listAuditActions,
  callAuth,
  createConfirmedUser,
  refresh,
  signIn,
  uniqueIpAddress,
  type TestUser,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe('account sessions', () => {
  const product = useShared(startTestProduct);

  const list = (token: string) =>
    request(product.url).get('/api/account/v1/sessions').set('Authorization', `Bearer ${token}`);
  const revoke = (token: string, id: string) =>
    request(product.url).delete(`/api/account/v1/sessions/${id}`).set('Authorization', `Bearer ${token}`);
  const signInOn = async (user: TestUser, userAgent: string, address = uniqueIpAddress()) => {
    const response = signIn(product, user).set('User-Agent', userAgent).set('X-Forwarded-For', address);
    return (await response.expect(200)).body as { access_token: string; refresh_token: string };
  };

  it('are listed with device, IP address and last use, most recent first', async () => {
    const user = await createConfirmedUser(product);
    product.clock.advance(60);
    const laptop = await signInOn(user, CHROME, '10.9.8.7');
    product.clock.advance(60);
    await signInOn(user, FIREFOX, '10.9.8.6');
    product.clock.advance(60);
    await refresh(product, laptop.refresh_token).set('User-Agent', CHROME).expect(200);
    product.clock.advance(60);
    const here = await signInOn(user, 'a program of my own/1.0', '10.9.8.5');

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

  it('can be revoked one by one with immediate effect, including the current one', async () => {
    const user = await createConfirmedUser(product);
    const [stolen, here] = [await signInOn(user, FIREFOX), await signInOn(user, CHROME)];
    const { body } = await list(here.access_token).expect(200);
    const { id } = body.sessions.find(({ device }: { device: string }) => device === 'Firefox on Linux');

    await revoke(here.access_token, id).expect(204);

    expect((await callAuth(product, 'get', '/user', stolen.access_token).expect(403)).body.code).toBe(
      'session_not_found',
    );
    expect((await refresh(product, stolen.refresh_token).expect(400)).body.code).toBe(
      'refresh_token_not_found',
    );
    await list(stolen.access_token).expect(401);
    const own = body.sessions.find(({ current }: { current: boolean }) => current);
    await revoke(here.access_token, own.id).expect(204);
    await list(here.access_token).expect(401);
    expect(
      (await listAuditActions(product, user.id)).filter((act) => act === 'session.revoked'),
    ).toHaveLength(2);
  });

  it('of other users are neither listed nor revoked', async () => {
    const [own, other] = [
      await signInOn(await createConfirmedUser(product), CHROME),
      await signInOn(await createConfirmedUser(product), FIREFOX),
    ];
    const { body } = await list(other.access_token).expect(200);
    for (const id of [body.sessions[0].id, randomUUID(), 'x']) {
      const rejected = await revoke(own.access_token, id).expect(404);
      expect(rejected.body).toMatchObject({ statusCode: 404, code: 'session_not_found' });
      expect(rejected.body.requestId).toBe(rejected.get('x-request-id'));
    }
    await callAuth(product, 'get', '/user', other.access_token).expect(200);
    const ids = (await list(own.access_token).expect(200)).body.sessions.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(body.sessions[0].id);
  });

  it('are not listed after they ended', async () => {
    const user = await createConfirmedUser(product);
    await signInOn(user, FIREFOX);
    product.clock.advance(2_592_001);
    const here = await signInOn(user, CHROME);
    expect((await list(here.access_token).expect(200)).body.sessions).toHaveLength(1);
  });
});
