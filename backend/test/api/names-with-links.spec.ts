import { adminClient } from '../support/service-key.js';
import { authClient, callAuth, createConfirmedUser, signIn, uniqueEmail } from '../support/auth.js';
import { signInWithProvider, createExternalUser, startOAuthFixture } from '../support/oauth.js';
import { shared, useShared } from '../support/fixtures.js';
import { buildPurchase, openCheckout, prepareCheckout, processPayment } from '../support/purchase.js';
import { payWithCard, startPaymentFixture } from '../support/payment-fixture.js';

const LINK_NAME = 'www-evil.example/reset';

describe('a name that contains a link', () => {
  const product = useShared(startPaymentFixture);

  const getName = async (email: string): Promise<string | undefined> => {
    const [row] = await product.database.query<{ name: string }>({
      text: 'select full_name as name from users where email = $1',
      values: [email],
    });
    return row?.name;
  };

  it('is rejected wherever an account name can be set', async () => {
    const data = { full_name: LINK_NAME };
    const rejected = { status: 400, code: 'validation_failed' };
    const email = uniqueEmail();
    const client = authClient(product);
    const admin = await adminClient(product);
    expect(
      (await client.signUp({ email, password: 'correct horse', options: { data } })).error,
    ).toMatchObject(rejected);
    expect((await client.signInWithOtp({ email, options: { data } })).error).toMatchObject(rejected);
    expect((await admin.createUser({ email, user_metadata: data })).error).toMatchObject(rejected);
    expect((await admin.inviteUserByEmail(email, { data })).error).toMatchObject(rejected);
    expect(
      (await admin.generateLink({ type: 'signup', email, password: 'correct horse', options: { data } }))
        .error,
    ).toMatchObject(rejected);
    expect(await getName(email)).toBeUndefined();

    const user = await createConfirmedUser(product);
    const { access_token } = (await signIn(product, user).expect(200)).body;
    const changed = await callAuth(product, 'put', '/user', access_token).send({ data });
    expect([changed.status, changed.body.code]).toEqual([400, 'validation_failed']);
    expect((await admin.updateUserById(user.id, { user_metadata: data })).error).toMatchObject(rejected);
    expect(await getName(user.email)).toBe('');
  });

  it('is rejected before the charge and in a story, naming the field', async () => {
    const purchase = buildPurchase({ fullName: LINK_NAME });
    const prepared = await prepareCheckout(product, purchase, await openCheckout(product, purchase));
    expect([prepared.status, prepared.body.details]).toMatchObject([
      422,
      { fields: [{ field: 'fullName' }] },
    ]);
    const story = { email: uniqueEmail(), story: 'We found four subscriptions.', consent: true };
    for (const [field, names] of [
      ['name', { name: LINK_NAME, company: 'Booking.com' }],
      ['company', { name: 'Dr.Smith', company: LINK_NAME }],
    ] as const) {
      const shared = await product.callFunction('share-story', { ...story, ...names });
      expect([shared.status, shared.body.details]).toMatchObject([422, { fields: [{ field }] }]);
    }
  });

  it('is not reported for invisible characters: the error names them', async () => {
    const name = 'Ada\u200bKing';
    const purchase = buildPurchase({ fullName: name });
    const message = 'Remove invisible or control characters from the name.';
    expect(
      (await prepareCheckout(product, purchase, await openCheckout(product, purchase))).body,
    ).toMatchObject({ details: { fields: [{ field: 'fullName', message }] } });
    const data = { full_name: name };
    const { error } = await authClient(product).signInWithOtp({ email: uniqueEmail(), options: { data } });
    expect(error?.message).toBe(message);
    const story = { name, company: name, email: uniqueEmail(), story: 'We found four subscriptions.' };
    expect((await product.callFunction('share-story', { ...story, consent: true })).body).toMatchObject({
      details: {
        fields: ['name', 'company'].map((field) => ({
          field,
          message: `${field} must not contain invisible or control characters.`,
        })),
      },
    });
  });

  it('is dropped after the charge, so that no email contains it', async () => {
    const called = buildPurchase({ fullName: LINK_NAME });
    const opened = await openCheckout(product, called);
    await payWithCard(product, opened.clientSecret, { email: called.email, name: LINK_NAME });
    expect((await processPayment(product, called, opened)).status).toBe(200);
    expect(await getName(called.email)).toBe('');
    const events = await product.database.query<{ payload: string }>({
      text: `select payload::text from outbox_events e join users u on payload->>'userId' = u.id::text where u.email = $1`,
      values: [called.email],
    });
    expect(events).not.toEqual([]);
    for (const { payload } of events) expect(payload).not.toContain('evil');
  });
});

describe('a name with a link from a provider', () => {
  it('is dropped', async () => {
    const oauth = await shared(startOAuthFixture);
    const { sub } = createExternalUser(oauth, { name: LINK_NAME });
    const { user } = await signInWithProvider(oauth, sub);
    expect(user.user_metadata).not.toHaveProperty('full_name');
    expect(JSON.stringify(user.user_metadata)).not.toContain('evil');
  });
});
