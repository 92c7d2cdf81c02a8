import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { CorrectPaidEmail, ReplaceCustomerEmail, Users } from '../../src/modules/auth/index.js';
import { ApplyEmailChange } from '../../src/modules/auth/email-otp/apply-email-change.js';
import { LinkIdentity } from '../../src/modules/auth/oauth/link-identity.js';
import { UsersRepository } from '../../src/modules/auth/users/persistence/users.repository.js';
import {
  CustomerBillingDetails,
  EnsureCustomer,
  ProviderCustomers,
} from '../../src/modules/billing/index.js';
import { openHostedPage, payHostedPage } from '../support/open-checkouts.js';
import { startPrecededFixture } from '../support/preceding-proxy.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';
import { adminClient } from '../support/service-key.js';
import { handleEvents, soon } from '../support/subscribers.js';
import { createUser, type SignedInUser } from '../support/users.js';

const UPDATE_CUSTOMER = { method: 'POST', path: '/v1/customers/' };

/** The provider's customers have the email and name of their user, because the provider emails invoices to them. */
describe("a customer's email and name at the payment provider", () => {
  const product = useFixture(startPrecededFixture);
  useWorker(product);
  afterEach(() => product.resetControls());

  const api = <T>(type: abstract new (...args: never[]) => T): T => product.api.get<T>(type);
  const atProvider = async (id: string) => {
    const { email, name } = (await product.stripe.customers.retrieve(id)) as Stripe.Customer;
    return { email, name };
  };
  /** Two at the provider, as after two requests at the same time. */
  const createCustomers = async ({ id }: SignedInUser): Promise<[current: string, other: string]> => {
    const current = await api(EnsureCustomer).ensure(id);
    const other = (await product.stripe.customers.create({ email: 'typed-on-the-page@example.com' })).id;
    await product.database.transaction(() => api(ProviderCustomers).add(id, other));
    await handleEvents(product);
    return [current, other];
  };
  const changeEmail = async ({ id }: SignedInUser, email: string) => {
    const { error } = await (await adminClient(product)).updateUserById(id, { email });
    expect(error).toBeNull();
  };
  const newEmail = () => `new-${randomUUID()}@example.com`;
  const lock = async ({ id }: SignedInUser) => (await api(UsersRepository).lockById(id))!;
  const byOperator = { actorId: randomUUID(), reason: 'Lost the mailbox.' };

  it.each<[by: string, change: (user: SignedInUser, email: string) => Promise<unknown>]>([
    [
      'the user, once both mailboxes have confirmed it',
      async (user, email) => api(ApplyEmailChange).apply(await lock(user), email),
    ],
    ['the buyer who mistyped it', ({ id }, email) => api(CorrectPaidEmail).correct(id, email)],
    ['staff', ({ id }, email) => api(ReplaceCustomerEmail).replace(id, email, byOperator)],
    ['a caller with the service key', changeEmail],
    [
      'an identity provider',
      async (user, email) => {
        await product.database.query({
          text: 'update users set email = null, email_normalized = null where id = $1',
          values: [user.id],
        });
        const identity = { provider: 'google', subject: randomUUID(), email, emailVerified: true, data: {} };
        await api(LinkIdentity).link({ userId: user.id, aal: 'aal1' }, identity);
      },
    ],
    [
      'a buyer to whom the account is handed over',
      ({ id }, email) => {
        const nothing = { passwordHash: null, termsVersion: null, termsAcceptedAt: null };
        return api(Users).reassignToBuyer(id, { ...nothing, email, fullName: 'Ada Person' });
      },
    ],
  ])('follow at each of their customers when the email is changed by %s', async (_, change) => {
    const user = await createUser(product, { confirmed: false });
    const [current, other] = await createCustomers(user);
    const email = newEmail();
    await product.database.transaction(() => change(user, email));
    for (const id of [current, other])
      await soon(product, async () => expect(await atProvider(id)).toEqual({ email, name: 'Ada Person' }));
  });

  it('follow when the user changes the name, unless the billing details have another one', async () => {
    const user = await createUser(product);
    const customer = await api(EnsureCustomer).ensure(user.id);
    const rename = async (full_name: string) => {
      const response = await fetch(`${product.url}/api/auth/v1/user`, {
        method: 'PUT',
        headers: { ...user.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: { full_name } }),
      });
      expect(response.status).toBe(200);
    };
    const isNamed = (name: string) =>
      soon(product, async () => expect(await atProvider(customer)).toEqual({ email: user.email, name }));
    await rename('Ada Lovelace');
    await isNamed('Ada Lovelace');
    const address = { line1: '12 St James Square', city: 'London', country: 'GB' };
    await api(CustomerBillingDetails).save(user.id, { name: 'Ada', company: 'Engines Ltd', address });
    await isNamed('Engines Ltd');
    await rename('Ada King');
    await handleEvents(product);
    await isNamed('Engines Ltd');
  });

  it('follow once the provider is available again', async () => {
    const user = await createUser(product);
    const [current, other] = await createCustomers(user);
    await product.control('api-failures', {
      kind: 'error',
      status: 503,
      final: true,
      count: 3,
      ...UPDATE_CUSTOMER,
    });
    const email = newEmail();
    await changeEmail(user, email);
    for (const id of [current, other])
      await soon(product, async () => expect(await atProvider(id)).toMatchObject({ email }));
  });

  it('are the latest ones, even if an earlier change reaches the provider after a later one', async () => {
    const user = await createUser(product);
    const customer = await api(EnsureCustomer).ensure(user.id);
    const email = newEmail();
    const isLate = product.proxy.before(/^POST \/v1\/customers\/cus/, async () => {
      await changeEmail(user, email);
      await soon(product, async () => expect(await atProvider(customer)).toMatchObject({ email }));
    });
    await changeEmail(user, newEmail());
    await soon(product, () => expect(isLate()).toBe(true));
    await handleEvents(product);
    expect(await atProvider(customer)).toMatchObject({ email });
  });

  it('are the latest ones at a customer that is created during the change', async () => {
    const user = await createUser(product);
    const email = newEmail();
    product.proxy.before(/^POST \/v1\/customers$/, async () => {
      await changeEmail(user, email);
      await handleEvents(product);
    });
    const customer = await api(EnsureCustomer).ensure(user.id);
    await soon(product, async () => expect(await atProvider(customer)).toMatchObject({ email }));
  });

  it('are the latest ones for a hosted page that was opened before the change', async () => {
    const user = await createUser(product);
    const sessionId = await openHostedPage(product, user);
    const email = newEmail();
    await changeEmail(user, email);
    await handleEvents(product);
    await payHostedPage(product, sessionId);
    const { customer, customer_email } = await product.stripe.checkout.sessions.retrieve(sessionId);
    expect(customer_email).toBeNull();
    expect(await atProvider(String(customer))).toMatchObject({ email });
    const [invoice] = (await product.stripe.invoices.list({ customer: String(customer) })).data;
    expect(invoice!.customer_email).toBe(email);
  });

  it('stay as they were when the account is deleted', async () => {
    const user = await createUser(product);
    const customer = await api(EnsureCustomer).ensure(user.id);
    expect((await (await adminClient(product)).deleteUser(user.id)).error).toBeNull();
    await handleEvents(product);
    expect(await atProvider(customer)).toEqual({ email: user.email, name: 'Ada Person' });
  });
});
