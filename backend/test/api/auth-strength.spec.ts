import { Database } from '../../src/platform/database/database.js';
import { authClient, call, confirmedPerson, paidPerson, signIn, someEmail } from '../support/auth.js';
import { signedInClient } from '../support/factors.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('an installation with a list of stolen passwords', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ AUTH_PASSWORD_BREACHED_LIST: 'common' })));
  afterAll(() => product?.stop());

  it('takes none of them, at sign-up and later, and says why', async () => {
    const refused = { code: 'weak_password', status: 422, reasons: ['pwned'] };
    const { error } = await authClient(product).signUp({ email: someEmail(), password: 'Password1' });
    expect(error).toMatchObject(refused);
    const client = await signedInClient(product, await confirmedPerson(product));
    expect((await client.updateUser({ password: 'iloveyou' })).error).toMatchObject(refused);
    expect((await client.updateUser({ password: 'of nobody else' })).error).toBeNull();
  });

  it('lets in who chose one before, and tells him', async () => {
    const earlier = await startTestProduct();
    const { passwordHash } = await hashOf(earlier, 'iloveyou');
    await earlier.stop();
    const person = await paidPerson(product);
    await product.database.query({
      text: 'update accounts set password_hash = $2 where id = $1',
      values: [person.id, passwordHash],
    });
    const { data, error } = await authClient(product).signInWithPassword({
      email: person.email,
      password: 'iloveyou',
    });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
    const strong = await confirmedPerson(product);
    expect((await signIn(product, strong).expect(200)).body.weak_password).toBeUndefined();
  });
});

async function hashOf(product: TestProduct, password: string): Promise<{ passwordHash: string }> {
  const { id } = await paidPerson(product, password);
  const [row] = await product.database.query<{ passwordHash: string }>({
    text: 'select password_hash as "passwordHash" from accounts where id = $1',
    values: [id],
  });
  return row!;
}

describe('a call that takes too long', () => {
  it('is answered with 504 after ten seconds, which the client library tries again, and does no harm', async () => {
    const product = await startTestProduct();
    try {
      const person = await confirmedPerson(product);
      const { access_token } = (await signIn(product, person).expect(200)).body;
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const database = product.api.get(Database);
      let locked = (): void => undefined;
      const isLocked = new Promise<void>((resolve) => (locked = resolve));
      const holder = database.transaction(async () => {
        await database.query({
          text: 'select 1 from accounts where id = $1 for update',
          values: [person.id],
        });
        locked();
        await held;
      });
      await isLocked;

      const answer = await call(product, 'put', '/user', access_token).send({ data: { theme: 'dark' } });

      expect([answer.status, answer.body.code]).toEqual([504, 'request_timeout']);
      expect(answer.get('Retry-After')).toBe('2');
      letGo();
      await holder;
      const { body } = await call(product, 'put', '/user', access_token)
        .send({ data: { size: 1 } })
        .expect(200);
      expect(body.user_metadata).toMatchObject({ size: 1 });
    } finally {
      await product.stop();
    }
  });
});
