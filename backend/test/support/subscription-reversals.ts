// cspell:ignore transactionid
import {
  Entitlements,
  ReconcileSubscriptions,
  StaffSubscriptions,
} from '../../src/modules/subscriptions/index.js';
import { eventually } from './eventually.js';
import { openHostedPage, payHostedPage } from './open-checkouts.js';
import { payWithCard, startPaymentFixture } from './payment-fixture.js';
import { useFixture } from './fixtures.js';
import { buildPurchase, openCheckout, prepareCheckout } from './purchase.js';
import {
  DISPUTED,
  RETURNED_REFUND,
  changeCard,
  createSubscriber,
  handleEvents,
  getLatestPayment,
  advanceBothClocks,
  subscriberWith,
  getSubscription,
  type Subscriber,
} from './subscribers.js';
import { createUser } from './users.js';
import { useWorker } from './worker.js';

const GOOD_CARD = '4242424242424242';

/** Which payment is reversed: the first one on our page or on the hosted page, or that of a renewal. */
type Payment = 'first' | 'renewal' | 'hosted';
type Reversal =
  | 'full refund'
  | 'partial refund'
  | 'failed refund'
  | 'dispute'
  | 'dispute won'
  | 'dispute lost';

interface Outcome {
  tier: string;
  status: string;
  disputed: boolean;
  /** The subscription's status at the provider. */
  provider: string;
  refundedCents: number;
  /** Amounts of the credit notes at the provider that document the refunds. */
  credited: number[];
  /** Subjects of emails to the customer, after those of the purchase and renewals. */
  emails: string[];
  audit: string[];
}

const ENDED_EMAIL = 'Your plan has ended';
const OUTCOMES: Record<Reversal, Outcome> = {
  'full refund': {
    tier: 'free',
    status: 'refunded',
    disputed: false,
    provider: 'canceled',
    refundedCents: 4900,
    credited: [4900],
    emails: [ENDED_EMAIL],
    audit: ['subscription.activated', 'subscription.refunded'],
  },
  'partial refund': {
    tier: 'team',
    status: 'active',
    disputed: false,
    provider: 'active',
    refundedCents: 1000,
    credited: [1000],
    emails: ['Your refund is on its way'],
    audit: ['subscription.activated'],
  },
  // Made by staff; returned by the bank once it has ended the plan.
  'failed refund': {
    tier: 'free',
    status: 'refunded',
    disputed: false,
    provider: 'canceled',
    refundedCents: 0,
    credited: [4900],
    emails: ['Your refund is on its way'],
    audit: [
      'subscription.activated',
      'subscription.refund-applied',
      'subscription.refund-failed',
      'subscription.refund-requested',
      'subscription.refunded',
    ],
  },
  dispute: {
    tier: 'team',
    status: 'active',
    disputed: true,
    provider: 'active',
    refundedCents: 0,
    credited: [],
    emails: [],
    audit: ['subscription.activated'],
  },
  'dispute won': {
    tier: 'team',
    status: 'active',
    disputed: false,
    provider: 'active',
    refundedCents: 0,
    credited: [],
    emails: [],
    audit: ['subscription.activated'],
  },
  'dispute lost': {
    tier: 'free',
    status: 'canceled',
    disputed: false,
    provider: 'canceled',
    refundedCents: 0,
    credited: [],
    emails: [ENDED_EMAIL],
    audit: ['subscription.activated', 'subscription.canceled'],
  },
};

const CARDS: Partial<Record<Reversal, string>> = {
  'full refund': GOOD_CARD,
  'partial refund': GOOD_CARD,
  'failed refund': RETURNED_REFUND,
};

export interface ReversalCase {
  payment: Payment;
  reversal: Reversal;
  webhooks: 'arrive' | 'are lost';
}
export type EarlyReversalCase = Omit<ReversalCase, 'webhooks'>;

/** Every kind of payment, with webhooks and without. */
export const REVERSALS: readonly ReversalCase[] = (['first', 'renewal', 'hosted'] as const).flatMap(
  (payment) =>
    (Object.keys(OUTCOMES) as Reversal[]).flatMap((reversal) =>
      (['arrive', 'are lost'] as const).map((webhooks) => ({ payment, reversal, webhooks })),
    ),
);
/** Reversals before the plan is provisioned. */
export const EARLY_REVERSALS: readonly EarlyReversalCase[] = (['first', 'hosted'] as const).flatMap(
  (payment) =>
    (['full refund', 'partial refund', 'dispute'] as const).map((reversal) => ({ payment, reversal })),
);

/** Access, documents, emails and audit log after refunds and disputes. */
export function describeReversals(
  cases: readonly ReversalCase[],
  earlyCases: readonly EarlyReversalCase[],
): void {
  describe('a reversed payment', () => {
    const product = useFixture(startPaymentFixture);
    // The tests reconcile themselves.
    const worker = useWorker(product, { runsScheduledTasks: false });

    afterEach(() => product.resetControls());

    const subscribe = async (payment: Payment, number: string): Promise<Subscriber> => {
      if (payment === 'hosted') return createSubscriber(product, { paidOn: 'hosted page', number });
      if (payment === 'first') return createSubscriber(product, { number });
      const subscriber = await createSubscriber(product);
      await changeCard(product, subscriber.providerId, number);
      await advanceBothClocks(product, 32);
      await eventually(async () => expect(await emailsTo(subscriber)).toHaveLength(2));
      return subscriber;
    };
    const getFirstPayment = async (subscriber: Subscriber): Promise<string> => {
      const { payment_intent_id: id } = await getSubscription(product, subscriber);
      return id ?? (await getLatestPayment(product, subscriber.providerId));
    };
    const reverse = async (reversal: Reversal, payment_intent: string): Promise<void> => {
      if (reversal === 'full refund') await product.stripe.refunds.create({ payment_intent });
      if (reversal === 'partial refund')
        await product.stripe.refunds.create({ payment_intent, amount: 1000 });
      if (reversal === 'failed refund') await refundAndReturn(payment_intent);
      const evidence = { 'dispute won': 'winning_evidence', 'dispute lost': 'losing_evidence' }[
        reversal as string
      ];
      if (!reversal.startsWith('dispute')) return;
      const dispute = await openedDispute(payment_intent);
      if (!evidence) return;
      await product.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: evidence } });
    };
    const refundAndReturn = async (paymentIntentId: string): Promise<void> => {
      const { id } = await createUser(product, { role: 'admin' });
      const staff = product.api.get(StaffSubscriptions);
      await staff.refund(id, { paymentIntentId, endSubscription: true, reason: 'Goodwill' });
      await handleEvents(product);
      await product.control('clock', { advanceSeconds: 60 });
      const { data } = await product.stripe.refunds.list({ payment_intent: paymentIntentId });
      expect(data.map(({ status }) => status)).toEqual(['failed']);
    };
    const openedDispute = (payment_intent: string) =>
      eventually(async () => {
        const { data } = await product.stripe.disputes.list({ payment_intent });
        expect(data).toHaveLength(1);
        return data[0]!;
      });
    const emailsTo = async ({ email }: Subscriber) =>
      (await product.emailsTo(email)).map(({ subject }) => subject);
    const getOutcome = async (subscriber: Subscriber, before: number): Promise<Outcome> => {
      const [row] = await product.database.query<{
        status: string;
        disputed: boolean;
        refundedCents: number;
      }>({
        text: `select s.status, s.disputed, coalesce(sum(i.refunded_cents), 0)::int as "refundedCents"
             from subscriptions s left join invoices i on i.provider_subscription_id = s.provider_subscription_id
             where s.id = $1 group by s.id`,
        values: [subscriber.subscriptionId],
      });
      const audit = await product.database.query<{ action: string }>({
        text: `select action from audit_entries where subject_id = $1 and action like 'subscription.%'
             and action <> 'subscription.drift' order by action`,
        values: [subscriber.userId],
      });
      const { tier } = await product.api.get(Entitlements).getByUser(subscriber.userId);
      const provider = (await product.stripe.subscriptions.retrieve(subscriber.providerId)).status;
      const { data: notes } = await product.stripe.creditNotes.list({ limit: 100 });
      const invoices = await product.stripe.invoices.list({ subscription: subscriber.providerId });
      const ids = new Set(invoices.data.map(({ id }) => id));
      const credited = notes.filter(({ invoice }) => ids.has(String(invoice))).map(({ amount }) => amount);
      const emails = (await emailsTo(subscriber)).toReversed().slice(before);
      return { ...row!, tier: tier!, provider, credited, emails, audit: audit.map(({ action }) => action) };
    };

    it.each(cases)(
      'has its documented outcome: $payment payment, $reversal, webhooks $webhooks',
      async ({ payment, reversal, webhooks }) => {
        const subscriber = await subscribe(payment, CARDS[reversal] ?? DISPUTED);
        const paymentIntent =
          payment === 'renewal'
            ? await getLatestPayment(product, subscriber.providerId)
            : await getFirstPayment(subscriber);
        const before = payment === 'renewal' ? 2 : 1;
        await eventually(async () => expect(await emailsTo(subscriber)).toHaveLength(before));
        if (webhooks === 'are lost')
          await product.control('webhook-failures', { kind: 'drop', count: 10_000 });

        await reverse(reversal, paymentIntent);

        const reconcile = worker.get(ReconcileSubscriptions);
        if (webhooks === 'are lost') await reconcile.runAll({ dryRun: false });
        await eventually(async () =>
          expect(await getOutcome(subscriber, before)).toEqual(OUTCOMES[reversal]),
        );
      },
    );

    /** Pays a checkout and runs `work` after its provisioning has read the payment, but before it has stored anything. */
    const payAndInterruptProvisioning = async (
      checkout: { column: string; id: string; pay: () => Promise<unknown> },
      work: () => Promise<void>,
    ): Promise<void> => {
      await product.database.transaction(async () => {
        await product.database.query({
          text: `select 1 from checkouts where ${checkout.column} = $1 for update`,
          values: [checkout.id],
        });
        await checkout.pay();
        await eventually(async () => {
          const text = `select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
          expect(await product.database.query({ text })).toHaveLength(1);
        });
        await work();
      });
    };
    const openOnOurPage = async (number: string) => {
      const purchase = buildPurchase();
      const opened = await openCheckout(product, purchase);
      await prepareCheckout(product, purchase, opened);
      const { clientSecret, paymentIntentId: id } = opened;
      const pay = () => payWithCard(product, clientSecret, { email: purchase.email, number });
      return { column: 'payment_intent_id', id, pay, email: purchase.email, payment: async () => id };
    };
    const openOnHostedPage = async (number: string) => {
      const { email, headers } = await createUser(product);
      const id = await openHostedPage(product, { headers });
      const pay = () => payHostedPage(product, id, number);
      const payment = async () => {
        const { subscription } = await product.stripe.checkout.sessions.retrieve(id);
        return getLatestPayment(product, String(subscription));
      };
      return { column: 'hosted_session_id', id, pay, email: email.toLowerCase(), payment };
    };
    const listReversals = (paymentIntent: string) =>
      product.database.query<{ done: boolean }>({
        text: `select done_at is not null as done from outbox_events
             where topic = 'payment.reversed' and payload->>'paymentIntentId' = $1`,
        values: [paymentIntent],
      });

    it.each(earlyCases)(
      'has its documented outcome: $payment payment, $reversal before it is provisioned',
      async ({ payment, reversal }) => {
        const open = payment === 'hosted' ? openOnHostedPage : openOnOurPage;
        const checkout = await open(reversal === 'dispute' ? DISPUTED : GOOD_CARD);

        await payAndInterruptProvisioning(checkout, async () => {
          const paymentIntent = await checkout.payment();
          await reverse(reversal, paymentIntent);
          await eventually(async () => {
            const reversals = await listReversals(paymentIntent);
            expect(reversals).not.toHaveLength(0);
            expect(reversals.every(({ done }) => done)).toBe(true);
          });
        });

        const subscriber = await subscriberWith(product, checkout.email);
        await eventually(async () => expect(await getOutcome(subscriber, 1)).toEqual(OUTCOMES[reversal]));
        const alerts = await product.database.query({
          text: `select 1 from outbox_events where topic = 'subscription.disputed' and payload->>'subscriptionId' = $1`,
          values: [subscriber.subscriptionId],
        });
        expect(alerts).toHaveLength(reversal === 'dispute' ? 1 : 0);
      },
    );
  });
}
