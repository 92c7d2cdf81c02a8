import { RateLimits } from '../../src/platform/security/rate-limits.js';
import {
  callAuth,
  createConfirmedUser,
  listEvents,
  createPaidUser,
  PASSWORD,
  SPACED,
  uniqueIpAddress,
  uniqueEmail,
} from '../support/auth.js';
import { signedInClient } from '../support/factors.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('rate limits', () => {
  const product = useShared(startTestProduct, SPACED);

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
    expect((await last()).status).toBe(400);
    // All but two of the other requests are only counted.
    const limit = { name: 'auth:token', points: 150, seconds: 300 };
    for (let times = 1; times < 149; times++) await product.api.get(RateLimits).count(limit, client);
    expect((await last()).status).toBe(400);
    const response = await last();
    expect(response.status).toBe(503);
    expect(Number(response.get('Retry-After'))).toBeGreaterThan(0);
  });
});
