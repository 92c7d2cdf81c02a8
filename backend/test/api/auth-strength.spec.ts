import { randomUUID } from 'node:crypto';
import { Database } from '../../src/platform/database/database.js';
import { EnsureFirstAdministrator } from '../../src/modules/auth/index.js';
import {
  authClient,
  call,
  confirmedPerson,
  emailedProof,
  paidPerson,
  signIn,
  someEmail,
} from '../support/auth.js';
import { signedInClient } from '../support/factors.js';
import { aPurchase, openCheckout, prepare, process } from '../support/purchase.js';
import { adminClient } from '../support/service-key.js';
import { payWithCard, startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const REJECTED = { code: 'weak_password', status: 422, reasons: ['pwned'] };

describe('a password that is easy to guess', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product?.stop());

  it.each([
    'password',
    '123456',
    '654321',
    'aaaaaaaa',
    'Password1!',
    'Summer2024',
    ' iloveyou ',
    'ｐａｓｓｗｏｒｄ',
  ])('is rejected at sign-up with the reason: %j', async (password) => {
    const { error } = await authClient(product).signUp({ email: someEmail(), password });
    expect(error).toMatchObject(REJECTED);
    expect(error!.message).toBe('This password is too easy to guess. Choose a longer or less common one.');
  });

  it("is its account's own email address or name, wherever a password is chosen", async () => {
    const email = `grace.hopper-${randomUUID().slice(0, 4)}@example.com`;
    const data = { full_name: 'Grace Hopper' };
    for (const password of [email, email.toUpperCase(), 'GraceHopper1'])
      expect((await authClient(product).signUp({ email, password, options: { data } })).error).toMatchObject(
        REJECTED,
      );

    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    expect((await client.updateUser({ password: person.email })).error).toMatchObject(REJECTED);

    const admin = await adminClient(product);
    const user_metadata = data;
    expect((await admin.createUser({ email, password: 'gracehopper', user_metadata })).error).toMatchObject(
      REJECTED,
    );
    expect((await admin.updateUserById(person.id, { password: person.email })).error).toMatchObject(REJECTED);
    const changed = { email, password: email };
    expect((await admin.updateUserById(person.id, changed)).error).toMatchObject(REJECTED);
    expect((await admin.generateLink({ type: 'signup', ...changed })).error).toMatchObject(REJECTED);

    const paid = await paidPerson(product);
    const { token_hash } = await emailedProof(product, paid.id, 'signup', paid.email);
    await call(product, 'post', '/verify')
      .send({ type: 'payment', token_hash, new_password: paid.email })
      .expect(422);
  });

  it('is told to be too short where it is, and nothing else', async () => {
    const { error } = await authClient(product).signUp({ email: someEmail(), password: '12345' });
    expect(error).toMatchObject({ ...REJECTED, reasons: ['length'] });
    expect(error!.message).toBe('Password should be at least 6 characters.');
  });

  it('is rejected wherever a password is chosen', async () => {
    const person = await confirmedPerson(product);
    const client = await signedInClient(product, person);
    expect((await client.updateUser({ password: 'iloveyou' })).error).toMatchObject(REJECTED);

    const recovering = authClient(product);
    const { token_hash } = await emailedProof(product, person.id, 'recovery', person.email);
    await recovering.verifyOtp({ type: 'recovery', token_hash });
    expect((await recovering.updateUser({ password: 'iloveyou' })).error).toMatchObject(REJECTED);
    expect((await recovering.updateUser({ password: 'of nobody else' })).error).toBeNull();

    const admin = await adminClient(product);
    const input = { email: someEmail(), password: 'iloveyou' };
    expect((await admin.createUser(input)).error).toMatchObject(REJECTED);
    expect((await admin.updateUserById(person.id, input)).error).toMatchObject(REJECTED);
    expect((await admin.generateLink({ type: 'signup', ...input })).error).toMatchObject(REJECTED);

    const paid = await paidPerson(product);
    const link = await emailedProof(product, paid.id, 'signup', paid.email);
    const claim = { type: 'payment', token_hash: link.token_hash, new_password: 'iloveyou' };
    const { body } = await call(product, 'post', '/verify').send(claim).expect(422);
    expect(body).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['pwned'] } });
  });

  it('is rejected for the first administrator, by the name of its setting', async () => {
    const first = await startTestProduct({
      BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
      BOOTSTRAP_ADMIN_PASSWORD: 'admin123',
    });
    try {
      const making = first.api.get(EnsureFirstAdministrator, { strict: false }).run();
      await expect(making).rejects.toThrow(/^BOOTSTRAP_ADMIN_PASSWORD: This password is too easy to guess/);
    } finally {
      await first.stop();
    }
  });

  it('lets in who chose one before, and tells him', async () => {
    const earlier = await startTestProduct({ AUTH_PASSWORD_COMMON_LIST: 'off' });
    const { passwordHash } = await hashOf(earlier, 'iloveyou');
    await earlier.stop();
    const person = await paidPerson(product);
    await product.database.query({
      text: 'update users set password_hash = $2 where id = $1',
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
    text: 'select password_hash as "passwordHash" from users where id = $1',
    values: [id],
  });
  return row!;
}

describe('a password that is easy to guess, in a checkout', () => {
  let shop: PaymentFixture;
  beforeAll(async () => (shop = await startPaymentFixture()));
  afterAll(() => shop?.stop());

  it('is rejected before the card is charged, with the reason', async () => {
    const purchase = aPurchase({ password: 'Iloveyou' });
    const response = await prepare(shop, purchase, await openCheckout(shop, purchase));
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'weak_password', details: { reasons: ['pwned'] } });
  });

  it("is the buyer's own email address", async () => {
    const purchase = aPurchase();
    const own = { ...purchase, password: purchase.email };
    const response = await prepare(shop, own, await openCheckout(shop, own));
    expect(response).toMatchObject({ status: 422, body: { code: 'weak_password' } });
  });

  it('is left out after the charge: the plan stays, and the link in the email sets another one', async () => {
    const purchase = aPurchase({ password: 'iloveyou' });
    const opened = await openCheckout(shop, purchase);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    const processed = await process(shop, purchase, opened);
    expect([processed.status, processed.body]).toMatchObject([200, { user: { email: purchase.email } }]);
    const [user] = await shop.database.query<{ hash: string | null }>({
      text: 'select password_hash as hash from users where email = $1',
      values: [purchase.email],
    });
    expect(user).toEqual({ hash: null });
  });
});

describe('an installation without the list of common passwords', () => {
  it('takes them', async () => {
    const product = await startTestProduct({ AUTH_PASSWORD_COMMON_LIST: 'off' });
    try {
      const { error } = await authClient(product).signUp({ email: someEmail(), password: 'iloveyou' });
      expect(error).toBeNull();
    } finally {
      await product.stop();
    }
  });
});

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
          text: 'select 1 from users where id = $1 for update',
          values: [person.id],
        });
        locked();
        await held;
      });
      await isLocked;

      const response = await call(product, 'put', '/user', access_token).send({ data: { theme: 'dark' } });

      expect([response.status, response.body.code]).toEqual([504, 'request_timeout']);
      expect(response.get('Retry-After')).toBe('2');
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
