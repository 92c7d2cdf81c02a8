import { Redis } from 'ioredis';
import { createHash, randomUUID } from 'node:crypto';
import { call, someEmail } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { clientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { testRedisUrl } from '../support/test-settings.js';

const OTHER_SECRET = 'another-shared-secret-that-exists-in-tests-alone';

/** The column `email` of a user who was created and then soft-deleted. */
async function storedAfterSoftDeletion(product: TestProduct, id: string, email: string): Promise<string> {
  const key = await clientKey(
    'service_role',
    {},
    new TextEncoder().encode(product.settings.auth.sharedSecret),
  );
  await call(product, 'post', '/admin/users', key).send({ id, email }).expect(200);
  await call(product, 'delete', `/admin/users/${id}`, key).send({ should_soft_delete: true }).expect(200);
  const [row] = await product.database.query<{ email: string }>({
    text: 'select email from users where id = $1',
    values: [id],
  });
  return row!.email;
}

/** A text, and every plain hash of it that a reader of the stored data would try. */
function plainFormsOf(text: string): string[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest();
    return [digest.toString('hex'), digest.toString('base64url'), digest.toString('base64')];
  });
  return [text, ...hashes];
}

describe('the email of a soft-deleted user', () => {
  it('is kept as a hash under a key of the installation, and as nothing that can be guessed without it', async () => {
    const products = await Promise.all([
      startTestProduct(),
      startTestProduct(),
      startTestProduct({ AUTH_JWT_SECRET: OTHER_SECRET }),
    ]);
    try {
      const [id, email] = [randomUUID(), someEmail()];
      const [stored, restarted, elsewhere] = await Promise.all(
        products.map((product) => storedAfterSoftDeletion(product, id, email)),
      );
      expect(stored).toMatch(/^[\w-]{43}$/);
      expect(restarted).toBe(stored);
      expect(elsewhere).not.toBe(stored);
      const guesses = ['', ' ', ':'].flatMap((between) => [
        `${id}${between}${email}`,
        `${email}${between}${id}`,
      ]);
      for (const guess of [email, ...guesses]) expect(plainFormsOf(guess)).not.toContain(stored);
    } finally {
      await Promise.all(products.map((product) => product.stop()));
    }
  });
});

describe('the counters in Redis', () => {
  const CLIENT = '203.0.113.77';
  let product: TestProduct;
  let redis: Redis;
  beforeAll(async () => {
    product = await startTestProduct({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
    redis = new Redis(testRedisUrl());
  });
  afterAll(async () => {
    redis?.disconnect();
    await product?.stop();
  });

  it('name no one: neither an email nor an address of a client, nor a plain hash of one', async () => {
    const email = someEmail();
    const guess = () =>
      call(product, 'post', '/token?grant_type=password')
        .set('X-Forwarded-For', CLIENT)
        .send({ email, password: 'a guess' })
        .expect(400);
    // Redis is not waited for: while the connection is being made, nothing is counted there.
    const counters = await eventually(async () => {
      await guess();
      const keys = await redis.keys(`${product.settings.queuePrefix}:limit:*`);
      for (const name of ['password:account', 'password:ip'])
        expect(keys).toContainEqual(expect.stringContaining(`:limit:${name}:`));
      return keys;
    });
    const forms = [email, CLIENT].flatMap(plainFormsOf);
    expect(counters.filter((key) => forms.some((form) => key.includes(form)))).toEqual([]);
  });
});
