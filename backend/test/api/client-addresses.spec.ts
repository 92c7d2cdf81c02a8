import request from 'supertest';
import { call, confirmedPerson, eventsOf, signIn, type Person } from '../support/auth.js';
import { aPerson } from '../support/users.js';
import { clientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const SAME_CLIENT = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107'];

describe('the address of a client that comes by a socket for both families', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ TRUSTED_PROXIES: 'loopback' })));
  afterAll(() => product?.stop());

  const come = (person: Person, address: string) =>
    signIn(product, person).set('X-Forwarded-For', address).set('User-Agent', CHROME).expect(200);
  const sessions = async (token: string): Promise<{ ipAddress: string; current: boolean }[]> => {
    const path = '/api/account/v1/sessions';
    const response = await request(product.url).get(path).set('Authorization', `Bearer ${token}`).expect(200);
    return response.body.sessions;
  };
  const spoil = (table: 'sessions' | 'audit_entries', where: string, id: string) =>
    product.database.query({
      text: `update ${table} set ip = '::ffff:' || ip where ${where} = $1`,
      values: [id],
    });

  it('is told as people write it: with sessions, in the audit log, and by email', async () => {
    const person = await confirmedPerson(product);
    const { body } = await come(person, '::ffff:203.0.113.7');
    const [current] = await sessions(body.access_token);
    expect(current).toMatchObject({ current: true, ipAddress: '203.0.113.7' });
    const [entry] = await product.database.query<{ ip: string }>({
      text: `select ip from audit_entries where actor_id = $1 and action = 'session.created' order by at desc limit 1`,
      values: [person.id],
    });
    expect(entry).toEqual({ ip: '203.0.113.7' });
    const told = (await eventsOf(product, person.id)).filter(({ topic }) =>
      topic.includes('signed_in_on_new_device'),
    );
    expect(told.map(({ payload }) => payload)).toMatchObject([{ ipAddress: '203.0.113.7' }]);
  });

  it('is told so of what was written down before, too', async () => {
    const person = await confirmedPerson(product);
    const { body } = await come(person, '203.0.113.7');
    await spoil('sessions', 'user_id', person.id);
    await spoil('audit_entries', 'actor_id', person.id);
    for (const { ipAddress } of await sessions(body.access_token)) expect(ipAddress).toMatch(/^[\d.]+$/);

    const key = await clientKey('service_role');
    const own = `/admin/audit?query=author:${encodeURIComponent(person.email)}`;
    const { body: entries } = await call(product, 'get', own, key).expect(200);
    expect(entries.length).toBeGreaterThan(1);
    for (const { ip_address } of entries) expect(ip_address).toMatch(/^[\d.]+$/);

    const { headers } = await aPerson(product, { role: 'admin' });
    const seen = await request(product.url)
      .get(`/api/admin/v1/audit?actorId=${person.id}`)
      .set(headers)
      .expect(200);
    expect(seen.body.items.length).toBeGreaterThan(1);
    for (const { ip } of seen.body.items) expect(ip).toMatch(/^[\d.]+$/);
  });

  it('is one client to the limits, however it is spelt', async () => {
    const limited = await startTestProduct({ TRUSTED_PROXIES: 'loopback', RATE_LIMITS: 'on' });
    try {
      const knock = (address: string) =>
        call(limited, 'post', '/verify')
          .set('X-Forwarded-For', address)
          .send({ type: 'signup', token_hash: 'x' });
      const statuses: number[] = [];
      for (let times = 0; times < 31; times++)
        statuses.push((await knock(SAME_CLIENT[times % SAME_CLIENT.length]!)).status);
      expect(statuses.indexOf(429)).toBe(30);
      expect((await knock('203.0.113.8')).status).not.toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
