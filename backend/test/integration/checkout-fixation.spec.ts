import { randomBytes } from 'node:crypto';
import { CheckoutBrowser, type HeldIntent } from '../support/checkout-browser.js';
import { eventually } from '../support/eventually.js';
import { aPerson } from '../support/users.js';
import { aPurchase, signIn, type Purchase } from '../support/purchase.js';
import { quietly, startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const MOMENTS = [
  'before the victim comes',
  'once the victim has the form',
  'once the victim has prepared',
  'once the victim has paid',
] as const;

/**
 * An attacker gives the victim's browser a checkout cookie that they know, and prepares the checkout with an email of their own
 * whenever they like. The victim pays: the plan must be the victim's, never the attacker's.
 */
describe('a checkout cookie that an attacker knows', () => {
  let shop: PaymentFixture;
  beforeAll(async () => {
    shop = await startPaymentFixture();
    await shop.startWorker();
  });
  afterAll(() => shop?.stop());

  /** Everything the attacker knows, and whatever they can do with it. */
  class Attacker {
    readonly purchase = aPurchase({ password: 'the attacker knows it' });
    readonly cookies = new Set<string>();
    readonly secrets = new Set<string>();

    async learn(): Promise<void> {
      const known = [...this.cookies];
      for (const cookie of known) {
        const browser = new CheckoutBrowser(shop, cookie);
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
          const browser = new CheckoutBrowser(shop, cookie);
          await browser.prepare(this.purchase, { clientSecret });
          this.cookies.add(browser.cookie!);
        }
      }
    }
  }

  const planned: Record<string, () => Promise<Attacker>> = {
    'made up': async () => {
      const attacker = new Attacker();
      attacker.cookies.add(`checkout=${randomBytes(32).toString('base64url')}`);
      await attacker.learn();
      return attacker;
    },
    'issued to the attacker': async () => {
      const attacker = new Attacker();
      const browser = new CheckoutBrowser(shop);
      attacker.secrets.add((await browser.open(attacker.purchase)).clientSecret);
      attacker.cookies.add(browser.cookie!);
      return attacker;
    },
  };

  const plansOf = ({ email }: Purchase) =>
    shop.database.query<{ plan: string; status: string }>({
      text: `select s.plan, s.status from subscriptions s join users a on a.id = s.user_id where a.email_normalized = $1`,
      values: [email],
    });
  const expectPlanOfVictimAlone = async (victim: Purchase, attacker: Purchase): Promise<void> => {
    await eventually(async () => expect(await plansOf(victim)).toEqual([{ plan: 'team', status: 'active' }]));
    await quietly(async () => expect(await plansOf(attacker)).toEqual([]), 300);
  };

  const cases = Object.keys(planned).flatMap((cookie) =>
    MOMENTS.flatMap((moment) => [true, false].map((stays) => ({ cookie, moment, stays }))),
  );
  it.each(cases)(
    '$cookie, used $moment: the victim gets the plan (the page stays open after the charge: $stays)',
    async ({ cookie, moment, stays }) => {
      const attacker = await planned[cookie]!();
      const strike = async (now: (typeof MOMENTS)[number]): Promise<void> => {
        if (now === moment) await attacker.prepareAll();
      };
      const purchase = aPurchase();

      await strike('before the victim comes');
      const victim = new CheckoutBrowser(shop, [...attacker.cookies].at(-1));
      const opened = await victim.open(purchase);
      await strike('once the victim has the form');
      const intent = await victim.submit(purchase, opened);
      await strike('once the victim has prepared');
      expect(await victim.charge(purchase, intent)).toMatchObject({ status: 'succeeded' });
      await strike('once the victim has paid');
      const stolen = await new CheckoutBrowser(shop).process(attacker.purchase, intent);
      expect(stolen.body.code).toBe('payment_belongs_to_another_account');
      const processed = stays ? await victim.process(purchase, intent) : undefined;
      expect(processed?.status).toBe(stays ? 200 : undefined);

      await expectPlanOfVictimAlone(purchase, attacker.purchase);
      expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200);
    },
  );

  it('used at the moment in which the victim prepares: the victim gets the plan', async () => {
    for (let round = 0; round < 5; round++) {
      const attacker = await planned['issued to the attacker']!();
      const purchase = aPurchase();
      const victim = new CheckoutBrowser(shop, [...attacker.cookies].at(-1));
      const opened = await victim.open(purchase);
      const [intent] = await Promise.all([victim.submit(purchase, opened), attacker.prepareAll()]);
      await attacker.prepareAll();
      expect(await victim.charge(purchase, intent)).toMatchObject({ status: 'succeeded' });
      expect((await victim.process(purchase, intent)).status).toBe(200);
      await expectPlanOfVictimAlone(purchase, attacker.purchase);
    }
  });

  it('no longer leads to the intent once the victim has prepared it', async () => {
    const attacker = await planned['issued to the attacker']!();
    const [known] = [...attacker.cookies];
    const victim = new CheckoutBrowser(shop, known);
    const purchase = aPurchase();
    const intent = await victim.submit(purchase, await victim.open(purchase));

    const seen = await new CheckoutBrowser(shop, known).open(attacker.purchase);

    expect(seen.paymentIntentId).not.toBe(intent.paymentIntentId);
    expect(seen.clientSecret).not.toBe(intent.clientSecret);
  });

  describe('and a victim whose client never prepares', () => {
    const preparedByAttacker = async (
      attacker: Attacker,
    ): Promise<{ intent: HeldIntent; victim: Purchase }> => {
      await attacker.prepareAll();
      const victim = aPurchase();
      const browser = new CheckoutBrowser(shop, [...attacker.cookies].at(-1));
      const intent = await browser.open(victim);
      expect(await browser.charge(victim, intent)).toMatchObject({ status: 'succeeded' });
      return { intent, victim };
    };
    const discarded = async ({ paymentIntentId }: HeldIntent) => {
      const rows = await shop.database.query<{ count: number }>({
        text: `select count(*)::int from audit_entries e join checkouts c on c.id::text = e.subject_id
               where e.action = 'checkout.prepared-identity-discarded' and c.payment_intent_id = $1`,
        values: [paymentIntentId],
      });
      return rows[0]!.count;
    };

    it('gets the plan by the billing email when asking for it; the attacker’s identity is discarded', async () => {
      const attacker = await planned['issued to the attacker']!();
      const { intent, victim } = await preparedByAttacker(attacker);
      const stolen = await new CheckoutBrowser(shop).process(attacker.purchase, intent);
      expect(stolen.body.code).toBe('payment_belongs_to_another_account');

      const processed = await new CheckoutBrowser(shop).process(victim, intent);

      expect(processed).toMatchObject({ status: 200, body: { user: { email: victim.email } } });
      await expectPlanOfVictimAlone(victim, attacker.purchase);
      expect(await discarded(intent)).toBe(1);
      const metrics = await (await fetch(`${shop.url}/api/metrics`)).text();
      expect(metrics).toMatch(/^checkout_prepared_identities_discarded_total [1-9]/m);
    });

    it('gets it without asking, after the wait for a page, with a link to set a password', async () => {
      const attacker = await planned['issued to the attacker']!();
      const { intent, victim } = await preparedByAttacker(attacker);
      await eventually(async () => {
        const [row] = await shop.database.query<{ attempts: number }>({
          text: `select attempts from outbox_events where topic = 'payment.succeeded' and payload ->> 'paymentIntentId' = $1`,
          values: [intent.paymentIntentId],
        });
        expect(row?.attempts).toBe(1);
      });
      shop.clock.advance(61);

      await expectPlanOfVictimAlone(victim, attacker.purchase);

      const mail = await eventually(async () => {
        const [first] = await shop.emailsTo(victim.email);
        expect(first).toBeDefined();
        return first!;
      });
      expect(mail.text).toMatch(/\/auth\/confirm\?token=/);
      expect(await discarded(intent)).toBe(1);
    });

    it('gets it also when the attacker prepared with the password of an account that they own', async () => {
      const attacker = await planned['issued to the attacker']!();
      const owner = await aPerson(shop, { email: attacker.purchase.email });
      attacker.purchase.password = 'a good long password';
      const { intent, victim } = await preparedByAttacker(attacker);

      const stolen = await shop.call(
        'process-payment',
        { paymentIntentId: intent.paymentIntentId, planName: 'team', amount: 4900 },
        owner.headers,
      );
      expect(stolen.body.code).toBe('payment_belongs_to_another_account');
      expect((await new CheckoutBrowser(shop).process(victim, intent)).status).toBe(200);

      await expectPlanOfVictimAlone(victim, attacker.purchase);
    });
  });

  it('a buyer who was signed in keeps the plan whatever billing email the card has', async () => {
    const person = await aPerson(shop);
    const browser = new CheckoutBrowser(shop, undefined, person.headers);
    const { planName, amount } = aPurchase();
    const intent = await browser.open(aPurchase());
    const prepared = await browser.call('prepare-checkout', {
      clientSecret: intent.clientSecret,
      planName,
      amount,
    });
    expect(prepared.status).toBe(200);
    await browser.charge({ email: 'accounting@example.com' }, intent);

    await eventually(async () =>
      expect(await plansOf({ email: person.email } as Purchase)).toEqual([
        { plan: 'team', status: 'active' },
      ]),
    );
    expect(await plansOf({ email: 'accounting@example.com' } as Purchase)).toEqual([]);
  });

  it('a billing email that is only spelled differently is the prepared buyer’s', async () => {
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const intent = await browser.submit(purchase, await browser.open(purchase));
    await browser.charge({ email: ` ${purchase.email.toUpperCase()} `.trim() }, intent);
    await eventually(async () =>
      expect((await signIn(shop, purchase.email, purchase.password)).status).toBe(200),
    );
  });
});
