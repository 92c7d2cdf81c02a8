import { CheckoutBrowser, type PageIntent } from '../support/checkout-browser.js';
import { eventually } from '../support/eventually.js';
import { createUser } from '../support/users.js';
import { buildPurchase, signIn, type Purchase } from '../support/purchase.js';
import { handleEvents } from '../support/subscribers.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const MOMENTS = [
  'before the victim opens the checkout',
  'once the victim has opened the form',
  'once the victim has prepared',
  'once the victim has paid',
] as const;

/**
 * An attacker plants a known checkout cookie in the victim's browser, and prepares the checkout with their own email
 * at any time. The victim pays: the plan must go to the victim, never to the attacker.
 */
describe('a checkout cookie known to an attacker', () => {
  const product = useFixture(startPaymentFixture);
  useWorker(product);

  /** Everything the attacker knows and can do with it. */
  class Attacker {
    readonly purchase = buildPurchase({ password: 'the attacker knows it' });
    readonly cookies = new Set<string>();
    readonly secrets = new Set<string>();

    async learn(): Promise<void> {
      const known = [...this.cookies];
      for (const cookie of known) {
        const browser = new CheckoutBrowser(product, cookie);
        this.secrets.add((await browser.open(this.purchase)).clientSecret);
        this.cookies.add(browser.cookie!);
      }
    }

    /** Prepares every checkout they have seen, with every cookie they have seen. */
    async prepareAll(): Promise<void> {
      await this.learn();
      const known = [...this.cookies];
      for (const cookie of known) {
        for (const clientSecret of this.secrets) {
          const browser = new CheckoutBrowser(product, cookie);
          await browser.prepare(this.purchase, { clientSecret });
          this.cookies.add(browser.cookie!);
        }
      }
    }
  }

  /** With a cookie that was issued to the attacker: one that is made up is not accepted (`api/checkout-cookie`). */
  const startAttack = async (): Promise<Attacker> => {
    const attacker = new Attacker();
    const browser = new CheckoutBrowser(product);
    attacker.secrets.add((await browser.open(attacker.purchase)).clientSecret);
    attacker.cookies.add(browser.cookie!);
    return attacker;
  };

  const listPlans = ({ email }: Purchase) =>
    product.database.query<{ plan: string; status: string }>({
      text: `select s.plan, s.status from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [email],
    });
  const expectPlanOfVictimAlone = async (victim: Purchase, attacker: Purchase): Promise<void> => {
    await eventually(async () =>
      expect(await listPlans(victim)).toEqual([{ plan: 'team', status: 'active' }]),
    );
    await handleEvents(product);
    expect(await listPlans(attacker)).toEqual([]);
  };

  it.each(MOMENTS.map((moment, index) => ({ moment, stays: index % 2 === 0 })))(
    'used $moment: the victim gets the plan (the page stays open after the charge: $stays)',
    async ({ moment, stays }) => {
      const attacker = await startAttack();
      const attack = async (now: (typeof MOMENTS)[number]): Promise<void> => {
        if (now === moment) await attacker.prepareAll();
      };
      const purchase = buildPurchase();

      await attack('before the victim opens the checkout');
      const victim = new CheckoutBrowser(product, [...attacker.cookies].at(-1));
      const opened = await victim.open(purchase);
      await attack('once the victim has opened the form');
      const intent = await victim.submit(purchase, opened);
      await attack('once the victim has prepared');
      expect(await victim.charge(purchase, intent)).toMatchObject({ status: 'succeeded' });
      await attack('once the victim has paid');
      const stolen = await new CheckoutBrowser(product).process(attacker.purchase, intent);
      expect(stolen.body.code).toBe('payment_belongs_to_another_account');
      const processed = stays ? await victim.process(purchase, intent) : undefined;
      expect(processed?.status).toBe(stays ? 200 : undefined);

      await expectPlanOfVictimAlone(purchase, attacker.purchase);
      expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200);
    },
  );

  it('used while the victim prepares: the victim gets the plan', async () => {
    const attacker = await startAttack();
    const purchase = buildPurchase();
    const victim = new CheckoutBrowser(product, [...attacker.cookies].at(-1));
    const opened = await victim.open(purchase);
    const [intent] = await Promise.all([victim.submit(purchase, opened), attacker.prepareAll()]);
    await attacker.prepareAll();
    expect(await victim.charge(purchase, intent)).toMatchObject({ status: 'succeeded' });
    expect((await victim.process(purchase, intent)).status).toBe(200);
    await expectPlanOfVictimAlone(purchase, attacker.purchase);
  });

  describe('with a victim whose client never prepares', () => {
    const preparedByAttacker = async (
      attacker: Attacker,
    ): Promise<{ intent: PageIntent; victim: Purchase }> => {
      await attacker.prepareAll();
      const victim = buildPurchase();
      const browser = new CheckoutBrowser(product, [...attacker.cookies].at(-1));
      const intent = await browser.open(victim);
      expect(await browser.charge(victim, intent)).toMatchObject({ status: 'succeeded' });
      return { intent, victim };
    };
    const discarded = async ({ paymentIntentId }: PageIntent) => {
      const rows = await product.database.query<{ count: number }>({
        text: `select count(*)::int from audit_entries e join checkouts c on c.id::text = e.subject_id
               where e.action = 'checkout.prepared-identity-discarded' and c.payment_intent_id = $1`,
        values: [paymentIntentId],
      });
      return rows[0]!.count;
    };

    it("gives the plan to the billing email on request, and discards the attacker's identity", async () => {
      const attacker = await startAttack();
      const { intent, victim } = await preparedByAttacker(attacker);
      const stolen = await new CheckoutBrowser(product).process(attacker.purchase, intent);
      expect(stolen.body.code).toBe('payment_belongs_to_another_account');

      const processed = await new CheckoutBrowser(product).process(victim, intent);

      expect(processed).toMatchObject({ status: 200, body: { user: { email: victim.email } } });
      await expectPlanOfVictimAlone(victim, attacker.purchase);
      expect(await discarded(intent)).toBe(1);
      const metrics = await (await fetch(`${product.url}/api/metrics`)).text();
      expect(metrics).toMatch(/^checkout_prepared_identities_discarded_total [1-9]/m);
    });

    it('gives the plan to the billing email without a request after the grace period, with a link to set a password', async () => {
      const attacker = await startAttack();
      const { intent, victim } = await preparedByAttacker(attacker);
      await eventually(async () => {
        const [row] = await product.database.query<{ attempts: number }>({
          text: `select attempts from outbox_events where topic = 'payment.succeeded' and payload ->> 'paymentIntentId' = $1`,
          values: [intent.paymentIntentId],
        });
        expect(row?.attempts).toBe(1);
      });
      product.clock.advance(61);

      await expectPlanOfVictimAlone(victim, attacker.purchase);

      const email = await eventually(async () => {
        const [first] = await product.emailsTo(victim.email);
        expect(first).toBeDefined();
        return first!;
      });
      expect(email.text).toMatch(/\/auth\/confirm\?token=/);
      expect(await discarded(intent)).toBe(1);
    });

    it("gives the plan to the billing email also when the attacker prepared with their own account's password", async () => {
      const attacker = await startAttack();
      const owner = await createUser(product, { email: attacker.purchase.email });
      attacker.purchase.password = 'a good long password';
      const { intent, victim } = await preparedByAttacker(attacker);

      const stolen = await product.callFunction(
        'process-payment',
        { paymentIntentId: intent.paymentIntentId, planName: 'team', amount: 4900 },
        owner.headers,
      );
      expect(stolen.body.code).toBe('payment_belongs_to_another_account');
      expect((await new CheckoutBrowser(product).process(victim, intent)).status).toBe(200);

      await expectPlanOfVictimAlone(victim, attacker.purchase);
    });
  });

  it('keeps the plan with a buyer who was signed in, regardless of the billing email', async () => {
    const user = await createUser(product);
    const browser = new CheckoutBrowser(product, undefined, user.headers);
    const { planName, amount } = buildPurchase();
    const intent = await browser.open(buildPurchase());
    const prepared = await browser.call('prepare-checkout', {
      clientSecret: intent.clientSecret,
      planName,
      amount,
    });
    expect(prepared.status).toBe(200);
    await browser.charge({ email: 'accounting@example.com' }, intent);

    await eventually(async () =>
      expect(await listPlans({ email: user.email } as Purchase)).toEqual([
        { plan: 'team', status: 'active' },
      ]),
    );
    expect(await listPlans({ email: 'accounting@example.com' } as Purchase)).toEqual([]);
  });

  it("treats a billing email in another spelling as the prepared buyer's", async () => {
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const intent = await browser.submit(purchase, await browser.open(purchase));
    await browser.charge({ email: ` ${purchase.email.toUpperCase()} `.trim() }, intent);
    await eventually(async () =>
      expect((await signIn(product, purchase.email, purchase.password)).status).toBe(200),
    );
  });
});
