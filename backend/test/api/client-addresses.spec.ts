import request from 'supertest';
import { PinoLogger } from '../../src/platform/logging/logger.js';
import {
  callAuth,
  createConfirmedUser,
  LIMITED,
  listEvents,
  signIn,
  type TestUser,
} from '../support/auth.js';
import { createUser } from '../support/users.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { shared, useFixture, useShared } from '../support/fixtures.js';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const SAME_CLIENT = [
  '203.0.113.7',
  '::ffff:203.0.113.7',
  '::FFFF:cb00:7107',
  '203.0.113.7:51234',
  '[::ffff:203.0.113.7]:9',
];

describe('client addresses on a dual-stack socket', () => {
  const product = useShared(startTestProduct);

  const signInFrom = (user: TestUser, address: string) =>
    signIn(product, user).set('X-Forwarded-For', address).set('User-Agent', CHROME).expect(200);
  const sessions = async (token: string): Promise<{ ipAddress: string; current: boolean }[]> => {
    const path = '/api/account/v1/sessions';
    const response = await request(product.url).get(path).set('Authorization', `Bearer ${token}`).expect(200);
    return response.body.sessions;
  };
  const storeAsMappedIpv6 = (table: 'sessions' | 'audit_entries', where: string, id: string) =>
    product.database.query({
      text: `update ${table} set ip = '::ffff:' || ip where ${where} = $1`,
      values: [id],
    });

  it('are shown in their usual form: in sessions, in the audit log, and in emails', async () => {
    const user = await createConfirmedUser(product);
    const { body } = await signInFrom(user, '::ffff:203.0.113.7');
    const [current] = await sessions(body.access_token);
    expect(current).toMatchObject({ current: true, ipAddress: '203.0.113.7' });
    const [entry] = await product.database.query<{ ip: string }>({
      text: `select ip from audit_entries where actor_id = $1 and action = 'session.created' order by at desc limit 1`,
      values: [user.id],
    });
    expect(entry).toEqual({ ip: '203.0.113.7' });
    const signInEvents = (await listEvents(product, user.id)).filter(({ topic }) =>
      topic.includes('signed_in_on_new_device'),
    );
    expect(signInEvents.map(({ payload }) => payload)).toMatchObject([{ ipAddress: '203.0.113.7' }]);
  });

  it('are also shown in that form when stored as mapped addresses', async () => {
    const user = await createConfirmedUser(product);
    const { body } = await signInFrom(user, '203.0.113.7');
    await storeAsMappedIpv6('sessions', 'user_id', user.id);
    await storeAsMappedIpv6('audit_entries', 'actor_id', user.id);
    for (const { ipAddress } of await sessions(body.access_token)) expect(ipAddress).toMatch(/^[\d.]+$/);

    const key = await signClientKey('service_role');
    const own = `/admin/audit?query=author:${encodeURIComponent(user.email)}`;
    const { body: entries } = await callAuth(product, 'get', own, key).expect(200);
    expect(entries.length).toBeGreaterThan(1);
    for (const { ip_address } of entries) expect(ip_address).toMatch(/^[\d.]+$/);

    const { headers } = await createUser(product, { role: 'admin' });
    const seen = await request(product.url)
      .get(`/api/admin/v1/audit?actorId=${user.id}`)
      .set(headers)
      .expect(200);
    expect(seen.body.items.length).toBeGreaterThan(1);
    for (const { ip } of seen.body.items) expect(ip).toMatch(/^[\d.]+$/);
  });

  it('count as one client for rate limits, however they are written', async () => {
    const limited = await shared(startTestProduct, LIMITED);
    const callFrom = (address: string) =>
      callAuth(limited, 'post', '/verify')
        .set('X-Forwarded-For', address)
        .send({ type: 'signup', token_hash: 'x' });
    const statuses: number[] = [];
    for (let times = 0; times < 31; times++)
      statuses.push((await callFrom(SAME_CLIENT[times % SAME_CLIENT.length]!)).status);
    expect(statuses.indexOf(429)).toBe(30);
    expect((await callFrom('203.0.113.8')).status).not.toBe(429);
  });
});

describe('requests forwarded by a proxy that is not trusted', () => {
  const lines: string[] = [];
  const logger = new PinoLogger('warn', 'test', { write: (line) => void lines.push(line) });
  const product = useFixture(startTestProduct, { TRUSTED_PROXIES: '192.0.2.1' }, logger);

  it('are logged once, shown to staff and in readiness, with the setting to change', async () => {
    const { headers } = await createUser(product, { role: 'support' });
    const warnings = async () => {
      const path = '/api/admin/v1/configuration-warnings';
      return (await request(product.url).get(path).set(headers).expect(200)).body.items;
    };
    expect(await warnings()).toEqual([]);
    for (const address of ['203.0.113.7', '203.0.113.8'])
      await request(product.url).get('/api/health/live').set('X-Forwarded-For', address).expect(200);
    const message = expect.stringMatching(/forwarded by 127\.0\.0\.1, .* add its address to TRUSTED_PROXIES/);
    expect(await warnings()).toEqual([{ code: 'untrusted_proxy', message }]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code: 'untrusted_proxy', msg: message }]);
    const { body } = await request(product.url).get('/api/health/ready').expect(200);
    expect(body.warnings).toEqual(['untrusted_proxy']);
  });
});
