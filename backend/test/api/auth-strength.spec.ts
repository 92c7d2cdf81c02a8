// cspell:ignore gracehopper transactionid
import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import {
  authClient,
  callAuth,
  createConfirmedUser,
  createEmailTokens,
  createPaidUser,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { signedInClient } from '../support/factors.js';
import { buildPurchase, openCheckout, prepareCheckout, processPayment } from '../support/purchase.js';
import { adminClient } from '../support/service-key.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';
import { shared, useShared } from '../support/fixtures.js';
import { startTestProduct } from '../support/test-product.js';

const REJECTED = { code: 'weak_password', status: 422, reasons: ['pwned'] };

describe('a password that is easy to guess', () => {
  const product = useShared(startTestProduct);

  it("is the user's own email address or name, wherever a password is set", async () => {
    const email = `grace.hopper-${randomUUID().slice(0, 4)}@example.com`;
    const data = { full_name: 'Grace Hopper' };
    for (const password of [email, email.toUpperCase(), 'GraceHopper1'])
      expect((await authClient(product).signUp({ email, password, options: { data } })).error).toMatchObject(
        REJECTED,
      );

    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    expect((await client.updateUser({ password: user.email })).error).toMatchObject(REJECTED);

    const admin = await adminClient(product);
    const user_metadata = data;
    expect((await admin.createUser({ email, password: 'gracehopper', user_metadata })).error).toMatchObject(
      REJECTED,
    );
    expect((await admin.updateUserById(user.id, { password: user.email })).error).toMatchObject(REJECTED);
    const changed = { email, password: email };
    expect((await admin.updateUserById(user.id, changed)).error).toMatchObject(REJECTED);
    expect((await admin.generateLink({ type: 'signup', ...changed })).error).toMatchObject(REJECTED);

    const paid = await createPaidUser(product);
    const { token_hash } = await createEmailTokens(product, paid.id, 'signup', paid.email);
    await callAuth(product, 'post', '/verify')
      .send({ type: 'payment', token_hash, new_password: paid.email })
      .expect(422);
  });

  it('is rejected at sign-up, at a change and after a recovery, with the reason', async () => {
    const { error } = await authClient(product).signUp({ email: uniqueEmail(), password: 'iloveyou' });
    expect(error).toMatchObject(REJECTED);
    expect(error!.message).toBe('This password is too easy to guess. Choose a longer or less common one.');
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    expect((await client.updateUser({ password: 'iloveyou' })).error).toMatchObject(REJECTED);

    const recovering = authClient(product);
    const { token_hash } = await createEmailTokens(product, user.id, 'recovery', user.email);
    await recovering.verifyOtp({ type: 'recovery', token_hash });
    expect((await recovering.updateUser({ password: 'iloveyou' })).error).toMatchObject(REJECTED);
    expect((await recovering.updateUser({ password: 'a unique password' })).error).toBeNull();
  });

  it('still signs in an existing user, with a warning', async () => {
    const user = await createPaidUser(product);
    await product.database.query({
      text: 'update users set password_hash = $2 where id = $1',
      values: [user.id, await hash('iloveyou')],
    });
    const { data, error } = await authClient(product).signInWithPassword({
      email: user.email,
      password: 'iloveyou',
    });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
    const strong = await createConfirmedUser(product);
    expect((await signIn(product, strong).expect(200)).body.weak_password).toBeUndefined();
  });
});

describe('an easily guessed password at checkout', () => {
  const product = useShared(startPaymentFixture);

  it('is rejected before the charge, with the reason', async () => {
    const purchase = buildPurchase({ password: 'Iloveyou' });
    const response = await prepareCheckout(product, purchase, await openCheckout(product, purchase));
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'weak_password', details: { reasons: ['pwned'] } });
  });

  it("is the buyer's own email address", async () => {
    const purchase = buildPurchase();
    const sameAsEmail = { ...purchase, password: purchase.email };
    const response = await prepareCheckout(product, sameAsEmail, await openCheckout(product, sameAsEmail));
    expect(response).toMatchObject({ status: 422, body: { code: 'weak_password' } });
  });

  it('is dropped after the charge: the plan is provisioned, and the email link sets a password', async () => {
    const purchase = buildPurchase({ password: 'iloveyou' });
    const opened = await openCheckout(product, purchase);
    await payWithCard(product, opened.clientSecret, { email: purchase.email });
    const processed = await processPayment(product, purchase, opened);
    expect([processed.status, processed.body]).toMatchObject([200, { user: { email: purchase.email } }]);
    const [user] = await product.database.query<{ hash: string | null }>({
      text: 'select password_hash as hash from users where email = $1',
      values: [purchase.email],
    });
    expect(user).toEqual({ hash: null });
  });
});

describe('a request that takes too long', () => {
  /** Those that wait for the current transaction to end. */
  const WAITING = {
    text: 'select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid',
  };

  it('returns 504 after ten seconds, which the client library retries safely', async () => {
    const product = await shared(startTestProduct);
    const { database } = product;
    const user = await createConfirmedUser(product);
    const { access_token } = (await signIn(product, user).expect(200)).body;
    const update = async (data: object) => callAuth(product, 'put', '/user', access_token).send({ data });
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const response = await database.transaction(async () => {
        await database.query({ text: 'select 1 from users where id = $1 for update', values: [user.id] });
        const updating = update({ theme: 'dark' });
        await eventually(async () => expect(await database.query(WAITING)).toHaveLength(1));
        mock.timers.tick(10_000);
        return updating;
      });
      expect([response.status, response.body.code]).toEqual([504, 'request_timeout']);
      expect(response.get('Retry-After')).toBe('2');
    } finally {
      mock.timers.reset();
    }
    // This one may overtake the one that still waits.
    await update({ size: 1 });
    await eventually(async () => {
      const { body } = await callAuth(product, 'get', '/user', access_token);
      expect(body.user_metadata).toMatchObject({ theme: 'dark', size: 1 });
    });
  });
});
