import LinkifyIt from 'linkify-it';
import { adminClient } from '../support/service-key.js';
import { authClient, call, confirmedPerson, signIn, someEmail } from '../support/auth.js';
import { signedIn, newExternalPerson, startOAuthFixture } from '../support/oauth.js';
import { eventually } from '../support/eventually.js';
import { aPurchase, openCheckout, prepare, process } from '../support/purchase.js';
import { payWithCard, startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const LURE = 'www-evil.example/reset';
const LURES = [LURE, 'Prize at evil.com', 'evil。com', 'ev\u00adil.com/x', '\u202emoc.live', '192.168.0.1'];
const linkifyIt = new LinkifyIt().tlds('example', true);

describe('a name that is a link', () => {
  let shop: PaymentFixture;
  beforeAll(async () => {
    shop = await startPaymentFixture();
    await shop.startWorker();
  });
  afterAll(() => shop?.stop());

  const nameOf = async (email: string): Promise<string | undefined> => {
    const [row] = await shop.database.query<{ name: string }>({
      text: 'select full_name as name from users where email = $1',
      values: [email],
    });
    return row?.name;
  };

  it.each(LURES)('is rejected wherever someone gives an account one: %j', async (full_name) => {
    const data = { full_name };
    const rejected = { status: 400, code: 'validation_failed' };
    const email = someEmail();
    const client = authClient(shop);
    const admin = await adminClient(shop);
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
    expect(await nameOf(email)).toBeUndefined();

    const person = await confirmedPerson(shop);
    const { access_token } = (await signIn(shop, person).expect(200)).body;
    const changed = await call(shop, 'put', '/user', access_token).send({ data });
    expect([changed.status, changed.body.code]).toEqual([400, 'validation_failed']);
    expect((await admin.updateUserById(person.id, { user_metadata: data })).error).toMatchObject(rejected);
    expect(await nameOf(person.email)).toBe('');
  });

  it('is rejected before the card is charged, and in a story, by the name of the field', async () => {
    const purchase = aPurchase({ fullName: LURE });
    const prepared = await prepare(shop, purchase, await openCheckout(shop, purchase));
    expect([prepared.status, prepared.body.details]).toMatchObject([
      422,
      { fields: [{ field: 'fullName' }] },
    ]);
    const story = { email: someEmail(), story: 'We found four subscriptions.', consent: true };
    for (const [field, names] of [
      ['name', { name: LURE, company: 'Booking.com' }],
      ['company', { name: 'Dr.Smith', company: LURE }],
    ] as const) {
      const shared = await shop.call('share-story', { ...story, ...names });
      expect([shared.status, shared.body.details]).toMatchObject([422, { fields: [{ field }] }]);
    }
  });

  it('is left out of what was paid for, and of the email that says so', async () => {
    const called = aPurchase({ fullName: LURE });
    const opened = await openCheckout(shop, called);
    await payWithCard(shop, opened.clientSecret, { email: called.email, name: LURE });
    expect((await process(shop, called, opened)).status).toBe(200);
    expect(await nameOf(called.email)).toBe('');
    const [mail] = await eventually(async () => {
      const emails = await shop.emailsTo(called.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(mail!.text).toContain('Hi,\n\nThanks');
    expect(mail!.text + mail!.html).not.toContain('evil');
  });

  it('that people have is shown, and is no link in the email', async () => {
    const purchase = aPurchase({ fullName: 'will.i.am' });
    const opened = await openCheckout(shop, purchase);
    expect((await prepare(shop, purchase, opened)).status).toBe(200);
    await payWithCard(shop, opened.clientSecret, { email: purchase.email });
    expect((await process(shop, purchase, opened)).status).toBe(200);
    expect(await nameOf(purchase.email)).toBe('will.i.am');
    const text = await eventually(async () => {
      const [mail] = await shop.emailsTo(purchase.email);
      return mail!.text;
    });
    expect(text.replaceAll('\u200c', '')).toContain('Hi will.i.am,');
    const links = (linkifyIt.match(text) ?? []).map(({ url }) => url);
    expect(links.filter((url) => url.includes('will'))).toEqual([]);
  });
});

describe('a name that is a link, with a provider', () => {
  it('is left out', async () => {
    const elsewhere = await startOAuthFixture();
    try {
      const { sub } = newExternalPerson(elsewhere, { name: LURE });
      const { user } = await signedIn(elsewhere, sub);
      expect(user.user_metadata).not.toHaveProperty('full_name');
      expect(JSON.stringify(user.user_metadata)).not.toContain('evil');
    } finally {
      await elsewhere.stop();
    }
  });
});
