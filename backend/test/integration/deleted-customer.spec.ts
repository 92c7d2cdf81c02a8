import Stripe from 'stripe';
import type { FailedCancellation } from '@subscription-site/shared/contracts';
import { userDeleted } from '../../src/modules/auth/index.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { eventually } from '../support/eventually.js';
import { openCheckouts, payHosted } from '../support/open-checkouts.js';
import { aPerson } from '../support/users.js';
import { aPurchase, pay, process, signIn, type Purchase } from '../support/purchase.js';
import { adminClient } from '../support/service-key.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const DAY_SECONDS = 86_400;
const AWAY = { kind: 'error', status: 503, count: 1000 };

interface Customer extends Purchase {
  id: string;
  /** What the provider calls it; null until it is set up there. */
  subscription: string | null;
}

/** That no one is charged for an account that is gone, with a real provider's emulator, database and queue. */
describe('a deleted customer', () => {
  let shop: PaymentFixture;
  let stripe: Stripe;

  beforeAll(async () => {
    shop = await startPaymentFixture();
    await shop.startWorker();
    const { hostname, port } = new URL(shop.payments.url);
    stripe = new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http' });
  });
  afterAll(() => shop?.stop());
  beforeEach(() => mend());

  const mend = () => fetch(`${shop.payments.url}/controls`, { method: 'DELETE' });
  /** Time goes on where renewals are charged: at the provider. */
  const later = (seconds: number) => shop.control('clock', { advanceSeconds: seconds });

  const bought = async ({ email }: Purchase): Promise<Omit<Customer, keyof Purchase>> => {
    const [row] = await shop.database.query<{ id: string; subscription: string | null }>({
      text: `select a.id, s.provider_subscription_id as subscription
             from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [email],
    });
    return row!;
  };
  const unsettledCustomer = async (): Promise<Customer> => {
    const purchase = aPurchase();
    await process(shop, purchase, await pay(shop, purchase));
    return { ...purchase, ...(await bought(purchase)) };
  };
  const settledCustomer = async (): Promise<Customer & { subscription: string }> => {
    const customer = await unsettledCustomer();
    return eventually(async () => {
      const { subscription } = await bought(customer);
      expect(subscription).toEqual(expect.any(String));
      return { ...customer, subscription: subscription! };
    });
  };

  const remove = async ({ id }: { id: string }, soft = false): Promise<void> => {
    const { error } = await (await adminClient(shop)).deleteUser(id, soft);
    expect(error).toBeNull();
  };
  const endingOf = async ({ id }: { id: string }) =>
    (
      await shop.database.query<{ status: string; reason: string | null }>({
        text: 'select status, last_error as reason from subscription_cancellations where user_id = $1',
        values: [id],
      })
    )[0];
  /** Our own clock moves on meanwhile, to the next try. */
  const ended = (customer: { id: string }) =>
    eventually(async () => {
      shop.clock.advance(1);
      expect(await endingOf(customer)).toMatchObject({ status: 'ended' });
    });
  const atProvider = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
  const invoicesOf = async (subscription: string) =>
    (await stripe.invoices.list({ subscription })).data.map(({ status, amount_paid }) => ({
      status,
      amount_paid,
    }));
  const actsOn = async ({ id }: { id: string }) =>
    (
      await shop.database.query<{ action: string }>({
        text: `select action from audit_entries where subject_id = $1 and action like 'subscription_cancellation.%' order by at`,
        values: [id],
      })
    ).map(({ action }) => action);

  it.each([false, true])(
    'is never charged again, and the books keep what was paid (leaving a blank row: %s)',
    async (soft) => {
      const customer = await settledCustomer();
      const { customer: providerCustomer } = await stripe.subscriptions.retrieve(customer.subscription);
      await remove(customer, soft);
      await ended(customer);
      expect(await atProvider(customer.subscription)).toBe('canceled');
      await later(400 * DAY_SECONDS);
      expect(await invoicesOf(customer.subscription)).toEqual([{ status: 'paid', amount_paid: 4900 }]);
      expect(await stripe.customers.retrieve(String(providerCustomer))).toMatchObject({
        email: customer.email,
      });
      const stored = await shop.database.query({
        text: `select s.status, s.amount_cents, c.status as checkout from subscriptions s
               join checkouts c on c.id = s.checkout_id where s.user_id = $1`,
        values: [customer.id],
      });
      expect(stored).toEqual([{ status: 'canceled', amount_cents: 4900, checkout: 'provisioned' }]);
      expect(await actsOn(customer)).toEqual(['subscription_cancellation.completed']);
    },
  );

  it('is let go once the provider is back, and gets back what was charged meanwhile', async () => {
    const customer = await settledCustomer();
    await shop.control('api-faults', AWAY);
    await remove(customer);
    expect((await signIn(shop, customer.email, customer.password)).status).toBe(400);
    await eventually(async () => expect(await endingOf(customer)).toMatchObject({ status: 'due' }));
    await later(32 * DAY_SECONDS);
    await mend();
    expect(await invoicesOf(customer.subscription)).toHaveLength(2);
    expect(await atProvider(customer.subscription)).toBe('active');

    await ended(customer);

    expect(await atProvider(customer.subscription)).toBe('canceled');
    const [renewal] = (
      await stripe.invoices.list({ subscription: customer.subscription, expand: ['data.payments'] })
    ).data;
    const intent = await stripe.paymentIntents.retrieve(
      String(renewal!.payments!.data[0]!.payment.payment_intent),
      {
        expand: ['latest_charge'],
      },
    );
    expect((intent.latest_charge as Stripe.Charge).amount_refunded).toBe(4900);
  });

  it('is let go although the deletion overtook the recurring setup', async () => {
    await shop.control('api-faults', { kind: 'slow', ms: 1500, method: 'POST', path: '/v1/subscriptions$' });
    const customer = await unsettledCustomer();
    await eventually(async () => {
      const { apiFailures } = (await (await fetch(`${shop.payments.url}/controls`)).json()) as {
        apiFailures: unknown[];
      };
      expect(apiFailures).toEqual([]);
    });
    await remove(customer);
    const subscription = await eventually(async () => {
      const [row] = await shop.database.query<{ id: string | null }>({
        text: 'select provider_subscription_id as id from subscriptions where user_id = $1',
        values: [customer.id],
      });
      expect(row!.id).toEqual(expect.any(String));
      return row!.id!;
    });
    await eventually(async () => expect(await atProvider(subscription)).toBe('canceled'));
    await ended(customer);
  });

  it('is let go where we were cut off before we knew what the provider had made', async () => {
    await shop.control('api-faults', { ...AWAY, method: 'POST', path: '/attach_payment$' });
    const customer = await unsettledCustomer();
    const made = await eventually(async () => {
      const [known] = (await stripe.customers.list({ email: customer.email })).data;
      const [subscription] = (await stripe.subscriptions.list({ customer: known!.id, status: 'all' })).data;
      return subscription!.id;
    });
    expect((await bought(customer)).subscription).toBeNull();
    await remove(customer);
    await ended(customer);
    expect(await atProvider(made)).toBe('canceled');
  });

  it('cannot pay any more what was left open', async () => {
    const person = await aPerson(shop);
    const opened = await shop.call(
      'create-checkout-session',
      { planName: 'team', interval: 'month' },
      person.headers,
    );
    const page = String(opened.body.url);
    const sessionId = page.split('/').at(-1)!;
    await remove(person);
    await ended(person);
    expect((await stripe.checkout.sessions.retrieve(sessionId)).status).toBe('expired');
  });

  it('is let go although something else of theirs cannot be closed', async () => {
    const customer = await settledCustomer();
    const [open] = await openCheckouts(shop, 'hosted', 1);
    await shop.database.query({
      text: 'update checkouts set user_id = $2 where id = $1',
      values: [open!.id, customer.id],
    });
    await shop.control('api-faults', { ...AWAY, path: open!.providerId });
    await remove(customer);
    await eventually(async () => expect(await atProvider(customer.subscription)).toBe('canceled'));
    expect(await endingOf(customer)).toMatchObject({ status: 'due' });
    await mend();
    await ended(customer);
    expect((await stripe.checkout.sessions.retrieve(open!.providerId)).status).toBe('expired');
  });

  it('whose payment was faster than the deletion gets the money back', async () => {
    const person = await aPerson(shop);
    const opened = await shop.call(
      'create-checkout-session',
      { planName: 'team', interval: 'month' },
      person.headers,
    );
    const sessionId = String(opened.body.url).split('/').at(-1)!;
    await shop.control('api-faults', { ...AWAY, path: '/expire$' });
    await remove(person);
    await payHosted(shop, sessionId);
    await mend();
    await ended(person);
    const { subscription } = await stripe.checkout.sessions.retrieve(sessionId);
    await eventually(async () => {
      const [invoice] = (
        await stripe.invoices.list({ subscription: String(subscription), expand: ['data.payments'] })
      ).data;
      const intent = await stripe.paymentIntents.retrieve(
        String(invoice!.payments!.data[0]!.payment.payment_intent),
        {
          expand: ['latest_charge'],
        },
      );
      expect((intent.latest_charge as Stripe.Charge).amount_refunded).toBe(4900);
    });
    expect(await atProvider(String(subscription))).toBe('canceled');
  });

  it('who never bought anything leaves nothing to end', async () => {
    const person = await aPerson(shop);
    await remove(person);
    await eventually(async () => {
      const [event] = await shop.database.query<{ done: Date | null }>({
        text: `select done_at as done from outbox_events where topic = 'user.deleted' and payload ->> 'userId' = $1`,
        values: [person.id],
      });
      expect(event!.done).not.toBeNull();
    });
    expect(await endingOf(person)).toBeUndefined();
  });

  it('is ended once, however often the deletion is told', async () => {
    const customer = await settledCustomer();
    await remove(customer);
    await ended(customer);
    const again = await shop.database.transaction(() =>
      shop.api.get(Outbox, { strict: false }).emit(userDeleted, { userId: customer.id }),
    );
    await eventually(async () => {
      const done = await shop.database.query({
        text: 'select 1 from outbox_events where id = $1 and done_at is not null',
        values: [again],
      });
      expect(done).toHaveLength(1);
    });
    expect(await actsOn(customer)).toEqual(['subscription_cancellation.completed']);
  });

  describe('whom the provider will not let go', () => {
    const console = async (path: string, method: string, headers: Record<string, string>) => {
      const response = await fetch(`${shop.url}/api/admin/v1/subscription-cancellations${path}`, {
        method,
        headers,
      });
      return { status: response.status, body: (await response.json()) as { items?: FailedCancellation[] } };
    };
    const givenUp = (customer: Customer) =>
      eventually(async () => {
        shop.clock.advance(1);
        expect(await endingOf(customer)).toMatchObject({ status: 'failed' });
      });

    it('is shown to staff, who are told by email, and is ended at their press', async () => {
      const staff = await aPerson(shop, { role: 'support' });
      const customer = await settledCustomer();
      await shop.control('api-faults', { ...AWAY, status: 401, method: 'DELETE' });
      await remove(customer);
      await givenUp(customer);

      const letter = await eventually(async () => {
        const emails = await shop.emailsTo(shop.settings.supportEmail);
        const told = emails.find(({ text }) => text.includes(customer.id));
        expect(told).toBeDefined();
        return told!;
      });
      expect(letter.subject).toBe("The subscription of a deleted account couldn't be canceled");
      const { body } = await console('', 'GET', staff.headers);
      expect(body.items).toEqual([
        expect.objectContaining({ userId: customer.id, reason: expect.stringMatching(/\w/) }),
      ]);
      expect(await (await fetch(`${shop.url}/api/metrics`)).text()).toContain(
        'subscription_cancellations{status="failed"} 1',
      );

      await mend();
      expect((await console(`/${customer.id}/replay`, 'POST', staff.headers)).status).toBe(202);
      await ended(customer);
      expect(await atProvider(customer.subscription)).toBe('canceled');
      expect((await console('', 'GET', staff.headers)).body.items).toEqual([]);
      expect((await console(`/${customer.id}/replay`, 'POST', staff.headers)).status).toBe(404);
      expect(await actsOn(customer)).toEqual([
        'subscription_cancellation.failed',
        'subscription_cancellation.retried',
        'subscription_cancellation.completed',
      ]);
    });

    it('is no business of customers and strangers', async () => {
      const id = '0190b5a0-0000-7000-8000-000000000001';
      const { headers } = await aPerson(shop);
      for (const [path, method] of [
        ['', 'GET'],
        [`/${id}/replay`, 'POST'],
      ] as const) {
        expect((await console(path, method, headers)).status).toBe(403);
        expect((await console(path, method, {})).status).toBe(401);
      }
    });

    it('is given up after three days without an answer, and not before', async () => {
      const customer = await settledCustomer();
      await shop.control('api-faults', AWAY);
      await remove(customer);
      await eventually(async () => expect(await endingOf(customer)).toMatchObject({ status: 'due' }));
      shop.clock.advance(3 * DAY_SECONDS);
      await givenUp(customer);
      expect((await endingOf(customer))!.reason).toMatch(/\w/);
    });
  });
});
