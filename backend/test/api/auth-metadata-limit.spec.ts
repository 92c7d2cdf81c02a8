import request from 'supertest';
import { callAuth, createConfirmedUser, PASSWORD, signIn, uniqueEmail } from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const LIMIT = 500;

describe('the limit on metadata', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({ AUTH_USER_METADATA_MAX_LENGTH: String(LIMIT) });
  });
  afterAll(() => product?.stop());

  /** Metadata with exactly this many characters as JSON. */
  const dataOf = (length: number) => ({ note: 'x'.repeat(length - JSON.stringify({ note: '' }).length) });
  const tooLong = { code: 'validation_failed', message: expect.stringContaining(`${LIMIT} characters`) };

  it('applies to every way to set it', async () => {
    const service = await signClientKey('service_role');
    const user = await createConfirmedUser(product);
    const { access_token: token } = (await signIn(product, user)).body;
    const data = dataOf(LIMIT + 1);
    const email = uniqueEmail();
    const responses = await Promise.all([
      callAuth(product, 'post', '/signup').send({ email, password: PASSWORD, data }),
      callAuth(product, 'post', '/otp').send({ email, data }),
      callAuth(product, 'put', '/user', token).send({ data }),
      callAuth(product, 'post', '/invite', service).send({ email, data }),
      callAuth(product, 'post', '/admin/generate_link', service).send({ type: 'magiclink', email, data }),
      callAuth(product, 'post', '/admin/users', service).send({ email, user_metadata: data }),
      callAuth(product, 'put', `/admin/users/${user.id}`, service).send({ app_metadata: data }),
    ]);
    for (const { status, body } of responses) {
      expect(status).toBe(400);
      expect(body).toMatchObject(tooLong);
    }
  });

  it('applies to the merged data', async () => {
    const user = await createConfirmedUser(product);
    const { access_token: token } = (await signIn(product, user)).body;
    const update = (data: object) => callAuth(product, 'put', '/user', token).send({ data });
    await update({ first: 'x'.repeat(LIMIT - 100) }).expect(200);
    expect((await update({ second: 'x'.repeat(100) }).expect(400)).body).toMatchObject(tooLong);
  });

  it('is not lower than set, and documented', async () => {
    const email = uniqueEmail();
    await callAuth(product, 'post', '/signup')
      .send({ email, password: PASSWORD, data: dataOf(LIMIT) })
      .expect(200);
    const { components } = (await request(product.url).get('/api/openapi.json').expect(200)).body;
    expect(components.schemas.ChangeUserBody.properties.data.description).toContain(
      'AUTH_USER_METADATA_MAX_LENGTH',
    );
  });
});
