import request from 'supertest';
import {
  callAuth,
  createConfirmedUser,
  createMetadata,
  PASSWORD,
  signIn,
  STRICT,
  uniqueEmail,
} from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const EMPTY_BYTES = 2;

describe('the limit on metadata', () => {
  const LIMIT = Number(STRICT.AUTH_METADATA_MAX_BYTES);
  const tooLarge = { code: 'validation_failed', message: expect.stringContaining(`${LIMIT} bytes`) };
  const product = useShared(startTestProduct, STRICT);

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
