import { Redis } from 'ioredis';
import { createHash, randomUUID } from 'node:crypto';
import { callAuth, LIMITED, uniqueEmail } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { shared, useShared } from '../support/fixtures.js';
import { testRedisUrl } from '../support/test-settings.js';

/** The `email` column of a user after soft deletion. */
async function storedAfterSoftDeletion(product: TestProduct, id: string, email: string): Promise<string> {
  const key = await signClientKey('service_role');
  await callAuth(product, 'post', '/admin/users', key).send({ id, email }).expect(200);
  await callAuth(product, 'delete', `/admin/users/${id}`, key).send({ should_soft_delete: true }).expect(200);
  const [row] = await product.database.query<{ email: string }>({
    text: 'select email from users where id = $1',
    values: [id],
  });
  return row!.email;
}

/** The text and every plain hash of it that someone with the stored data would try. */
function listPlainForms(text: string): string[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest();
    return [digest.toString('hex'), digest.toString('base64url'), digest.toString('base64')];
  });
  return [text, ...hashes];
}

describe('the email of a soft-deleted user', () => {
  it('is kept as a keyed hash, and cannot be guessed without the key', async () => {
    const products = [await shared(startTestProduct), await shared(startTestProduct, LIMITED)];
    const [id, email] = [randomUUID(), uniqueEmail()];
    const [stored, restarted] = await Promise.all(
      products.map((product) => storedAfterSoftDeletion(product, id, email)),
    );
    expect(stored).toMatch(/^[\w-]{43}$/);
    expect(restarted).toBe(stored);
    const guesses = ['', ' ', ':'].flatMap((between) => [
      `${id}${between}${email}`,
      `${email}${between}${id}`,
    ]);
    for (const guess of [email, ...guesses]) expect(listPlainForms(guess)).not.toContain(stored);
  });
});

describe('counters in Redis', () => {
  const CLIENT = '203.0.113.77';
  const product = useShared(startTestProduct, LIMITED);
  let redis: Redis;
  beforeAll(() => void (redis = new Redis(testRedisUrl())));
  afterAll(() => redis?.disconnect());

  it('contain neither emails nor client addresses, nor plain hashes of them', async () => {
    const email = uniqueEmail();
    const guess = () =>
      callAuth(product, 'post', '/token?grant_type=password')
        .set('X-Forwarded-For', CLIENT)
        .send({ email, password: 'a guess' })
        .expect(400);
    // While Redis is connecting, counters are kept in memory.
    const counters = await eventually(async () => {
      await guess();
      const keys = await redis.keys(`${product.settings.queuePrefix}:limit:*`);
      for (const name of ['password:account', 'password:ip'])
        expect(keys).toContainEqual(expect.stringContaining(`:limit:${name}:`));
      return keys;
    });
    const forms = [email, CLIENT].flatMap(listPlainForms);
    expect(counters.filter((key) => forms.some((form) => key.includes(form)))).toEqual([]);
  });
});
