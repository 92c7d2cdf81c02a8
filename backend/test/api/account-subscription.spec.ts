import type {
  BillingDetails,
  ItemList,
  PaymentMethodList,
  StaffCustomer,
  StaffCustomerSummary,
} from '@subscription-site/shared/contracts';
import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { bearer, signIn } from '../support/purchase.js';
import { confirmCard, getLatestPayment, advanceBothClocks, soon } from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const PASSWORD = 'correct horse';

type StaffCustomerList = ItemList<StaffCustomerSummary>;

/** What customers and staff see, and what they change about the customer. */
describe('the subscription of an account', () => {
  /** Pays monthly. */
  let subscriber: SignedInSubscriber;
  /** Pays yearly. */
  let other: SignedInSubscriber;

  const product = useFixture(startPaymentFixture);
  useWorker(product);
  beforeAll(async () => {
    subscriber = await subscribe();
    other = await subscribe({ interval: 'year' });
  });

  const { call, subscribe, view, quote, confirm, atProvider, receives } = accountApi(product);

  it('shows plan, next charge, card and guarantee', async () => {
    const { headers } = subscriber;
    await soon(product, async () =>
      expect((await view(headers)).paymentMethod).toMatchObject({ last4: '4242' }),
    );
    const subscription = await view(headers);
    expect(subscription).toMatchObject({
      plan: 'team',
      interval: 'month',
      status: 'active',
      amountCents: 4900,
      currency: 'usd',
      cancelAt: null,
      endedAt: null,
      userLimit: 3,
      nextCharge: { at: subscription.currentPeriodEnd, amountCents: 4900 },
      pendingChange: null,
      pastDue: null,
    });
    expect(Date.parse(subscription.refundableUntil!)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const newUser = await createUser(product);
    expect((await call(newUser.headers, 'GET', 'account/v1/subscription')).body).toMatchObject({
      subscription: null,
      trial: { status: 'trialing' },
    });
    expect((await call({}, 'GET', 'account/v1/subscription')).status).toBe(401);
  });

  it('has billing details, which reach the payment provider', async () => {
    const { headers, providerId } = subscriber;
    const path = 'account/v1/billing-details';
    const unsaved = await call<BillingDetails>(headers, 'GET', path);
    expect(unsaved.body).toMatchObject({ address: null, company: null, taxId: null, invoiceEmail: null });
    const details = {
      name: 'Ada Lovelace',
      company: 'Analytical Engines GmbH',
      address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' },
      taxId: 'de 136.695.976',
      invoiceEmail: 'accounting@engines.example.com',
    };
    const rejected = { ...details, name: 'http://evil.example', invoiceEmail: 'no address' };
    const invalid = [
      [{ ...rejected, address: { ...details.address, country: 'XX', city: ' ' } }, 'name address.country'],
      [{ ...details, taxId: 'DE136695978' }, 'taxId'],
      [{ name: 'Ada' }, 'address'],
    ] as const;
    for (const [body, fields] of invalid) {
      const { status, body: error } = await call<{ details: { fields: { field: string }[] } }>(
        headers,
        'PUT',
        path,
        body,
      );
      expect(status).toBe(422);
      expect(error.details.fields.map(({ field }) => field)).toEqual(
        expect.arrayContaining(fields.split(' ')),
      );
    }
    const saved = {
      ...details,
      address: { ...details.address, line2: null, state: null },
      taxId: 'DE136695976',
    };
    expect(await call(headers, 'PUT', path, details)).toEqual({ status: 200, body: saved });
    expect((await call(headers, 'GET', path)).body).toEqual(saved);
    const { customer } = await atProvider(providerId);
    await soon(product, async () =>
      expect(await product.stripe.customers.retrieve(String(customer))).toMatchObject({
        name: details.company,
        address: { line1: details.address.line1, city: 'Berlin', postal_code: '10117', country: 'DE' },
        metadata: { tax_id: 'DE136695976' },
      }),
    );
    const stranger = await createUser(product);
    expect((await call(stranger.headers, 'GET', path)).body).toMatchObject({ address: null });
    expect((await call({}, 'GET', path)).status).toBe(401);
  });

  it('needs one card: the last one cannot be removed', async () => {
    const { headers } = subscriber;
    const list = async () =>
      (await call<PaymentMethodList>(headers, 'GET', 'account/v1/payment-methods')).body.items;
    await soon(product, async () => expect(await list()).toHaveLength(1));
    const [first] = await list();
    const remove = (id: string) => call(headers, 'DELETE', `account/v1/payment-methods/${id}`);
    expect((await remove(first!.id)).body).toMatchObject({ code: 'last_payment_method' });
    const setup = await call<{ clientSecret: string }>(headers, 'POST', 'account/v1/payment-methods/setup');
    await confirmCard(product, setup.body.clientSecret, '5555555555554444');
    await soon(product, async () =>
      expect((await list()).map(({ last4, isDefault }) => [last4, isDefault])).toEqual(
        expect.arrayContaining([
          ['4444', true],
          ['4242', false],
        ]),
      ),
    );
    expect((await call(headers, 'POST', `account/v1/payment-methods/${first!.id}/default`)).status).toBe(204);
    const added = (await list()).find(({ last4 }) => last4 === '4444')!;
    expect((await remove(added.id)).status).toBe(204);
    expect((await list()).map(({ last4, isDefault }) => [last4, isDefault])).toEqual([['4242', true]]);

    // The provider stores a card again when it is added again.
    const addAgain = async (number: string) => {
      const before = (await list()).find(({ isDefault }) => isDefault)!.id;
      const again = await call<{ clientSecret: string }>(headers, 'POST', 'account/v1/payment-methods/setup');
      await confirmCard(product, again.body.clientSecret, number);
      await soon(product, async () =>
        expect((await list()).find(({ isDefault }) => isDefault)!.id).not.toBe(before),
      );
    };
    await addAgain('4242424242424242');
    const [kept, ...others] = await list();
    expect([kept, others]).toMatchObject([{ last4: '4242', isDefault: true }, []]);
    expect((await remove(kept!.id)).body).toMatchObject({ code: 'last_payment_method' });
    await addAgain('5555555555554444');
    expect((await remove(first!.id)).status).toBe(204);
    const [left, ...removed] = await list();
    expect([left, removed]).toMatchObject([{ last4: '4444', isDefault: true }, []]);
    const foreign = await call(other.headers, 'POST', `account/v1/payment-methods/${left!.id}/default`);
    expect(foreign.status).toBe(404);
  });

  it('is shown in the console with the card, a scheduled change and a scheduled deletion', async () => {
    const { headers, userId } = other;
    const staff = await createUser(product, { role: 'support' });
    const shown = async () =>
      (await call<StaffCustomer>(staff.headers, 'GET', `admin/v1/customers/${userId}`)).body;
    await soon(product, async () =>
      expect(await shown()).toMatchObject({
        deletionAt: null,
        account: { emailConfirmedAt: null, secondFactors: [] },
        paymentMethod: { brand: 'visa', last4: '4242' },
        subscriptions: [{ plan: 'team', interval: 'year', pendingChange: null }],
      }),
    );
    const { id } = await quote(headers, 'team', 'month');
    expect((await confirm(headers, id)).body).toMatchObject({ status: 'scheduled' });
    const { currentPeriodEnd: effectiveAt } = await view(headers);
    expect((await shown()).subscriptions[0]!.pendingChange).toEqual({
      plan: 'team',
      interval: 'month',
      amountCents: 4900,
      effectiveAt,
    });
    const deletion = await call<{ scheduledFor: string }>(headers, 'POST', 'account/v1/deletion', {
      password: PASSWORD,
    });
    expect(await shown()).toMatchObject({ deletionAt: deletion.body.scheduledFor });
  });

  it('keeps its plan when staff replace the email of its owner', async () => {
    const admin = await createUser(product, { role: 'admin' });
    const path = (id: string) => `admin/v1/customers/${id}/email`;
    const replace = (email: string, id = subscriber.userId, headers = admin.headers) =>
      call(headers, 'PUT', path(id), { email, reason: 'Lost the mailbox; called from the known number.' });
    const email = `new-${subscriber.email}`;

    expect((await replace(email, subscriber.userId, subscriber.headers)).status).toBe(403);
    expect((await replace(email, admin.id)).body).toMatchObject({ code: 'forbidden' });
    expect((await replace('no address')).body).toMatchObject({ details: { fields: [{ field: 'email' }] } });
    expect((await replace(admin.email)).body).toMatchObject({ code: 'email_exists' });
    expect(await replace(email)).toMatchObject({ status: 200, body: { email } });

    const found = await call<{ items: { id: string }[] }>(
      admin.headers,
      'GET',
      `admin/v1/customers?q=${email}`,
    );
    expect(found.body.items).toMatchObject([{ id: subscriber.userId, email }]);
    const former = await call(admin.headers, 'GET', `admin/v1/customers?q=${subscriber.email}`);
    expect(former.body).toMatchObject({ items: [{ id: subscriber.userId, email }] });
    const empty = await call(admin.headers, 'GET', 'admin/v1/customers?q=%20');
    expect(empty.body).toMatchObject({ details: { fields: [{ field: 'q' }] } });
    await receives(subscriber, 'Your email address was changed');
    expect((await signIn(product, subscriber.email, PASSWORD)).status).toBe(400);
    const headers = bearer((await signIn(product, email, PASSWORD)).token);
    expect(await view(headers)).toMatchObject({ status: 'active' });
    const [entry] = await product.database.query({
      text: `select actor_id, details from audit_entries where action = 'user.email_replaced'`,
    });
    expect(entry).toMatchObject({
      actor_id: admin.id,
      details: { reason: expect.stringMatching('mailbox') },
    });
  });

  const find = async (text: string) => {
    const { headers } = await createUser(product, { role: 'support' });
    const path = `admin/v1/customers?q=${encodeURIComponent(text)}`;
    return (await call<StaffCustomerList>(headers, 'GET', path)).body.items;
  };

  it('is found in the console by the IDs of its payments, invoices, subscription and customer', async () => {
    const first = await getLatestPayment(product, subscriber.providerId);
    expect(await find(first)).toMatchObject([{ id: subscriber.userId }]);
    await advanceBothClocks(product, 32);
    const renewal = await soon(product, async () => {
      const latest = await getLatestPayment(product, subscriber.providerId);
      expect(latest).not.toBe(first);
      return latest;
    });
    await soon(product, async () => expect(await find(renewal)).toMatchObject([{ id: subscriber.userId }]));
    await receives({ ...subscriber, email: `new-${subscriber.email}` }, 'Your receipt from the product');
    expect(await find(subscriber.providerId)).toMatchObject([{ id: subscriber.userId }]);
    const { latest_invoice } = await product.stripe.subscriptions.retrieve(subscriber.providerId);
    expect(await find(String(latest_invoice))).toMatchObject([{ id: subscriber.userId }]);
    const { customer } = await product.stripe.subscriptions.retrieve(subscriber.providerId);
    expect(await find(String(customer))).toMatchObject([{ id: subscriber.userId }]);
    for (const unknown of ['pi_unknown', 'in_unknown', 'sub_unknown', 'cus_unknown', 'C-0000-0000-0000'])
      expect(await find(unknown)).toEqual([]);
  });

  it('is found in the console by the words of a name, without accents or with accents in another form', async () => {
    const { id } = await createUser(product, { fullName: 'Zoë Müller' });
    for (const name of ['zoe  muller', 'Müller Zoë', 'müller'.normalize('NFD')])
      expect(await find(name)).toMatchObject([{ id, name: 'Zoë Müller' }]);
    for (const name of ['z_e', 'zoe mueller']) expect(await find(name)).toEqual([]);
    const stroked = await createUser(product, { fullName: 'Łukasz Żółć' });
    for (const name of ['lukasz zolc', 'ŁUKASZ', 'zółc'])
      expect(await find(name)).toMatchObject([{ id: stroked.id }]);
    const chinese = await createUser(product, { fullName: '王小明' });
    for (const name of ['王', '王小']) expect(await find(name)).toMatchObject([{ id: chinese.id }]);
  });
});
