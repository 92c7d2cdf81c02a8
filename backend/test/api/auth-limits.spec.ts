import request from 'supertest';
import {
  callAuth,
  createConfirmedUser,
  listEvents,
  createPaidUser,
  PASSWORD,
  signIn,
  uniqueIpAddress,
  uniqueEmail,
} from '../support/auth.js';
import { signedInClient } from '../support/factors.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

describe('rate limits', () => {
  const product = useFixture(startTestProduct, {
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: 'loopback',
    AUTH_SEND_INTERVAL_SECONDS: '60',
    // Hashes cost as much as in production.
    AUTH_PASSWORD_HASH_MEMORY_KIB: '19456',
  });

  const post = (path: string, body: object, client = uniqueIpAddress()) =>
    callAuth(product, 'post', path).set('X-Forwarded-For', client).send(body);

  it.each(['/recover', '/resend'])(
    'enforce a minute between two emails of %s, for known and unknown addresses alike',
    async (path) => {
      const known = await createPaidUser(product);
      for (const email of [known.email, uniqueEmail()]) {
        await post(path, { email, type: 'signup' }).expect(200, {});
        const second = await post(path, { email: email.toUpperCase(), type: 'signup' }).expect(429);
        expect(second.body.code).toBe('over_email_send_rate_limit');
        expect(second.body.message).toMatch(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        );
        const wait = Number(second.get('Retry-After'));
        expect(wait).toBeGreaterThan(50);
        expect(wait).toBeLessThanOrEqual(60);
      }
      expect(await listEvents(product, known.id)).toHaveLength(1);
    },
  );

  it('enforce a minute between email changes and between reauthentication codes', async () => {
    const client = await signedInClient(product, await createConfirmedUser(product));
    expect((await client.updateUser({ email: uniqueEmail() })).error).toBeNull();
    const tooSoon = await client.updateUser({ email: uniqueEmail() });
    expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect((await client.reauthenticate()).error).toBeNull();
    expect((await client.reauthenticate()).error).toMatchObject({ code: 'over_email_send_rate_limit' });
  });

  it('report that an address is in use before they report a recent email', async () => {
    const user = await createPaidUser(product);
    for (let times = 0; times < 3; times++) {
      const response = await post('/signup', { email: user.email, password: PASSWORD }).expect(422);
      expect(response.body.code).toBe('user_already_exists');
    }
  });

  it('stop an address after thirty sign-ups in five minutes, with a Retry-After header', async () => {
    const client = uniqueIpAddress();
    const responses = [];
    for (let times = 0; times < 31; times++)
      responses.push(await post('/signup', { email: 'no address' }, client));
    expect(responses.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
    expect(Number(responses.at(-1)!.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('return 503 instead of 429 for a refresh, because clients sign out on any 4xx', async () => {
    const client = uniqueIpAddress();
    const last = async () =>
      post('/token?grant_type=refresh_token', { refresh_token: 'x'.repeat(43) }, client);
    for (let times = 0; times < 150; times++) expect((await last()).status).toBe(400);
    const response = await last();
    expect(response.status).toBe(503);
    expect(Number(response.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('let forty concurrent sign-ins succeed or retry, while the process stays responsive', async () => {
    const user = await createConfirmedUser(product);
    const state = { waiting: true, alive: 0 };
    const signIns = Promise.all(Array.from({ length: 40 }, () => signIn(product, user)));
    const measureDelay = async (): Promise<void> => {
      while (state.waiting) {
        await request(product.url).get('/api/health/live').expect(200);
        state.alive++;
      }
    };
    const measuring = measureDelay();
    const responses = await signIns.finally(() => (state.waiting = false));
    await measuring;
    expect(state.alive).toBeGreaterThan(5);
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected.length).toBeLessThan(40);
    for (const { status, headers } of rejected) {
      expect([429, 503]).toContain(status);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});
