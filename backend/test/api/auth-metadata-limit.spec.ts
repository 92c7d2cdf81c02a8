import { generateKeyPairSync } from 'node:crypto';
import request from 'supertest';
import { callAuth, createConfirmedUser, PASSWORD, signIn, uniqueEmail } from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

const DEFAULT_LIMIT = 4000;
/** Of a header, including its name: the least that Apache, nginx and HAProxy accept by default. */
const PROXY_LIMIT = 8190;
const EMPTY_BYTES = 2;

/** Metadata of exactly this many bytes as JSON, in characters of three bytes where possible. */
function createMetadata(bytes: number): { note: string } {
  const rest = bytes - Buffer.byteLength(JSON.stringify({ note: '' }));
  return { note: '漢'.repeat(Math.floor(rest / 3)) + 'x'.repeat(rest % 3) };
}

describe('the limit on metadata', () => {
  const LIMIT = 500;
  const tooLarge = { code: 'validation_failed', message: expect.stringContaining(`${LIMIT} bytes`) };
  const product = useFixture(startTestProduct, { AUTH_METADATA_MAX_BYTES: String(LIMIT) });

  it('applies to every way to set it', async () => {
    const service = await signClientKey('service_role');
    const user = await createConfirmedUser(product);
    const { access_token: token } = (await signIn(product, user)).body;
    const data = createMetadata(LIMIT - EMPTY_BYTES + 1);
    const half = createMetadata(LIMIT / 2 + 1);
    const email = uniqueEmail();
    const responses = await Promise.all([
      callAuth(product, 'post', '/signup').send({ email, password: PASSWORD, data }),
      callAuth(product, 'post', '/otp').send({ email, data }),
      callAuth(product, 'put', '/user', token).send({ data }),
      callAuth(product, 'post', '/invite', service).send({ email, data }),
      callAuth(product, 'post', '/admin/generate_link', service).send({ type: 'magiclink', email, data }),
      callAuth(product, 'post', '/admin/users', service).send({ email, user_metadata: data }),
      callAuth(product, 'post', '/admin/users', service).send({
        email,
        user_metadata: half,
        app_metadata: half,
      }),
      callAuth(product, 'put', `/admin/users/${user.id}`, service).send({ app_metadata: data }),
    ]);
    for (const { status, body } of responses) {
      expect(status).toBe(400);
      expect(body).toMatchObject(tooLarge);
    }
  });

  it('applies to the merged data', async () => {
    const user = await createConfirmedUser(product);
    const { access_token: token } = (await signIn(product, user)).body;
    const service = await signClientKey('service_role');
    const update = (data: object) => callAuth(product, 'put', '/user', token).send({ data });
    const updateApp = (data: object) =>
      callAuth(product, 'put', `/admin/users/${user.id}`, service).send({ app_metadata: data });
    await update({ first: 'x'.repeat(LIMIT - 200) }).expect(200);
    expect((await update({ second: 'x'.repeat(200) }).expect(400)).body).toMatchObject(tooLarge);
    expect((await updateApp({ second: 'x'.repeat(200) }).expect(400)).body).toMatchObject(tooLarge);
  });

  it('lets users reduce what is too large since the limit was lowered', async () => {
    const user = await createConfirmedUser(product);
    const stored = { first: 'x'.repeat(LIMIT), second: 'x'.repeat(LIMIT), third: 'x' };
    await product.database.query({
      text: 'update users set user_metadata = $2 where id = $1',
      values: [user.id, stored],
    });
    const { access_token: token } = (await signIn(product, user)).body;
    const update = (data: object) => callAuth(product, 'put', '/user', token).send({ data });
    expect((await update({ third: 'xx' }).expect(400)).body).toMatchObject(tooLarge);
    await update({ third: null }).expect(200);
    const { body } = await update({ second: null }).expect(200);
    expect(body.user_metadata).toEqual({ first: stored.first });
  });

  it('allows exactly the configured size, and is documented', async () => {
    const email = uniqueEmail();
    await callAuth(product, 'post', '/signup')
      .send({ email, password: PASSWORD, data: createMetadata(LIMIT - EMPTY_BYTES) })
      .expect(200);
    const { components } = (await request(product.url).get('/api/openapi.json').expect(200)).body;
    expect(components.schemas.ChangeUserBody.properties.data.description).toContain(
      'AUTH_METADATA_MAX_BYTES',
    );
  });
});

describe('the largest access token', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'k'.repeat(36) };
  const product = useFixture(startTestProduct, { AUTH_JWT_KEYS: JSON.stringify({ keys: [key] }) });

  it('fits in a header that proxies accept, and the API accepts it', async () => {
    const user = {
      email: `${'e'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.com`,
      phone: '123456789012345',
      password: PASSWORD,
      email_confirm: true,
      aud: 'a'.repeat(63),
      role: 'r'.repeat(63),
      user_metadata: createMetadata(DEFAULT_LIMIT / 2),
    };
    const service = await signClientKey('service_role');
    const created = await callAuth(product, 'post', '/admin/users', service).send(user).expect(200);
    const { user_metadata, app_metadata } = created.body;
    const used = Buffer.byteLength(JSON.stringify(user_metadata) + JSON.stringify(app_metadata));
    const app = createMetadata(DEFAULT_LIMIT - used + 1);
    await callAuth(product, 'put', `/admin/users/${created.body.id}`, service)
      .send({ app_metadata: app })
      .expect(200);
    const { access_token: token } = (await signIn(product, user).expect(200)).body;
    expect(`Authorization: Bearer ${token}`.length).toBeLessThanOrEqual(PROXY_LIMIT);
    await callAuth(product, 'post', '/logout', token).expect(204);
  });
});
