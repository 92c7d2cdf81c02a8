import { Entitlements } from '../../src/modules/subscriptions/index.js';
import { Clock } from '../../src/platform/clock.js';
import { eventually } from '../support/eventually.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { bearer, signIn } from '../support/purchase.js';
import { callApi } from '../support/call-api.js';
import { confirmCard, createSubscriber, advanceDevClock, type Subscriber } from '../support/subscribers.js';

/** What the provider does after the last attempt, and the status that the subscription then has. */
const STATUS_AFTER = { cancel: 'canceled', unpaid: 'unpaid', pause: 'paused', past_due: 'past_due' } as const;
type Ending = keyof typeof STATUS_AFTER;
const ENDINGS = Object.keys(STATUS_AFTER) as Ending[];

const DECLINES = { soft: 'insufficient_funds', hard: 'lost_card' } as const;
type Decline = keyof typeof DECLINES;

/** Each kind of decline, with a customer who never pays and one who does. */
const DEBTORS = (['soft', 'hard'] as const).flatMap((decline) =>
  [false, true].map((pays) => ({ decline, pays })),
);

const DAYS = 30;
/** The provider tries on the days 0, 3, 8 and 15. The worker is killed on this one; the customers who pay do so after it. */
const SECOND_ATTEMPT = 3;
const LAST_RETRY = 15;
const RECEIPT = 'Your receipt from the product';
const DAY_MS = 86_400_000;
/** The provider collects an invoice an hour after the period has ended. */
const DRAFT_MS = 3_600_000;
const FEW_MINUTES = 3 / 1440;

interface Debtor extends Subscriber {
  decline: Decline;
  pays: boolean;
  /** Day, subject and what the email says about the next attempt. */
  emails: string[];
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

describe('a renewal that fails', () => {
  let product: PaymentFixture;
  let worker: Promise<ProductProcess>;

  beforeAll(async () => {
    product = await startPaymentFixture({}, { usesTestClock: false });
    worker = startWorker();
    await worker;
  });
  afterAll(async () => {
    await (await worker)?.kill();
    await product?.stop();
  });

  const startWorker = () =>
    startProductProcess('worker', product.settings, { STRIPE_API_URL: product.payments.url });
  const due = () =>
    product.database.query({
      text: `select 1 from outbox_events where done_at is null and due_at <= $1`,
      values: [product.api.get(Clock).now()],
    });
  /** What handlers postpone by a minute still happens on the same day. */
  const handlePostponed = async () => {
    await advanceDevClock(product, FEW_MINUTES);
    await eventually(async () => expect(await due()).toEqual([]));
  };
  const createDebtor = async (decline: Decline, pays: boolean): Promise<Debtor> => {
    const subscriber = await createSubscriber(product);
    const { default_payment_method: method } = await product.stripe.subscriptions.retrieve(
      subscriber.providerId,
    );
    await product.control(`payment-methods/${String(method)}/decline`, { code: DECLINES[decline] });
    return { ...subscriber, decline, pays, emails: [] };
  };
  const getPeriodEnd = async ({ providerId }: Debtor) =>
    (await product.stripe.subscriptions.retrieve(providerId)).items.data[0]!.current_period_end * 1000;
  const getState = async ({ subscriptionId, userId }: Debtor) => {
    const { tier } = await product.api.get(Entitlements).getByUser(userId);
    const [row] = await product.database.query<{ status: string }>({
      text: 'select status from subscriptions where id = $1',
      values: [subscriptionId],
    });
    return { status: row!.status, tier };
  };
  const payWithNewCard = async (debtor: Debtor) => {
    const headers = bearer((await signIn(product, debtor.email, 'correct horse')).token);
    const path = 'account/v1/payment-methods/setup';
    const { body } = await callApi<{ clientSecret: string }>(product, headers, 'POST', path);
    await confirmCard(product, body.clientSecret, '5555555555554444');
    await eventually(async () => expect(await getState(debtor)).toEqual({ status: 'active', tier: 'team' }));
  };
  /** The provider's clock is advanced first, so that the worker is killed while it handles the webhooks. */
  const liveADayAndKillTheWorker = async () => {
    expect(await due()).toEqual([]);
    await product.control('clock', { advanceSeconds: DAY_MS / 1000 });
    await eventually(async () => expect(await due()).not.toEqual([]));
    await (await worker).kill();
    expect(await due()).not.toEqual([]);
    worker = startWorker();
    await worker;
    await advanceDevClock(product, 0);
  };
  const recordEmails = async (debtor: Debtor, day: number) => {
    const emails = (await product.emailsTo(debtor.email)).toReversed();
    for (const { subject, text } of emails.slice(debtor.emails.length)) {
      const says =
        /We’ll try again on \w+ \d+, \d+|We can’t charge this card again|That was our last attempt|We didn’t receive a payment with a different card/;
      const access = /(?:until|access ends on) \w+ \d+, \d+/;
      debtor.emails.push([`day ${day}`, subject, says.exec(text)?.[0], access.exec(text)?.[0]].join('; '));
    }
  };
  const expectedEmails = (
    { decline, pays }: Debtor,
    {
      ending,
      periodEnd,
      firstAttempt,
      renewedAfter,
    }: { ending: Ending; periodEnd: number; firstAttempt: number; renewedAfter: number },
  ): string[] => {
    const at = (days: number) => DATE.format(firstAttempt + days * DAY_MS);
    const email = (day: number, subject: string, says = '', access = '') =>
      [`day ${day}`, subject, says, access].join('; ');
    const failed = (day: number, ...rest: string[]) => email(day, 'Your payment didn’t go through', ...rest);
    const retry = (day: number, next: number) =>
      failed(day, `We’ll try again on ${at(next)}`, `until ${at(next)}`);
    const isHard = decline === 'hard';
    const otherCard = 'We can’t charge this card again';
    const welcome = email(-1, 'Welcome to the product');
    // Nothing is retried, so there is nothing to say on days 3 and 8.
    const emails = isHard
      ? [welcome, failed(0, otherCard, `access ends on ${DATE.format(periodEnd + LAST_RETRY * DAY_MS)}`)]
      : [welcome, retry(0, 3), retry(3, 8)];
    const isRenewed = renewedAfter < DAYS;
    if (pays) return [...emails, email(3, RECEIPT), ...(isRenewed ? [email(renewedAfter, RECEIPT)] : [])];
    const isPastDue = ending === 'past_due';
    const last = isHard ? 'We didn’t receive a payment with a different card' : 'That was our last attempt';
    return [
      ...emails,
      ...(isHard ? [] : [retry(8, LAST_RETRY)]),
      isPastDue
        ? failed(LAST_RETRY, last, `access ends on ${at(LAST_RETRY + 1)}`)
        : email(LAST_RETRY, 'Your plan has ended because a payment failed', last),
      // The provider charges the next period, which gives no access until it is paid.
      ...(isPastDue && isRenewed
        ? [failed(renewedAfter, isHard ? otherCard : `We’ll try again on ${at(renewedAfter + 3)}`)]
        : []),
    ];
  };

  it.each(ENDINGS)(
    'sends one email per attempt, one for a card declined for good, and none after a payment, then ends as configured: %s',
    async (ending) => {
      await product.control('billing-settings', { afterRetries: ending });
      const debtors = await Promise.all(DEBTORS.map(({ decline, pays }) => createDebtor(decline, pays)));
      await advanceDevClock(product, 0);
      for (const debtor of debtors)
        await eventually(async () => {
          await recordEmails(debtor, -1);
          expect(debtor.emails).toHaveLength(1);
        });
      const periodEnd = await getPeriodEnd(debtors[0]!);
      const firstAttempt = periodEnd + DRAFT_MS;
      const now = product.api.get(Clock).now().getTime();
      await advanceDevClock(product, (firstAttempt - now) / DAY_MS + FEW_MINUTES);
      const renewedAfter = Math.round(((await getPeriodEnd(debtors[0]!)) - periodEnd) / DAY_MS);
      for (let day = 0; day < DAYS; day += 1) {
        await handlePostponed();
        if (day === SECOND_ATTEMPT)
          for (const debtor of debtors.filter(({ pays }) => pays)) await payWithNewCard(debtor);
        await handlePostponed();
        for (const debtor of debtors) await recordEmails(debtor, day);
        if (day + 1 === SECOND_ATTEMPT) await liveADayAndKillTheWorker();
        else if (day + 1 < DAYS) await advanceDevClock(product, 1 - 2 * FEW_MINUTES);
      }

      for (const debtor of debtors) {
        expect(debtor.emails).toEqual(
          expectedEmails(debtor, { ending, periodEnd, firstAttempt, renewedAfter }),
        );
        expect(await getState(debtor)).toEqual(
          debtor.pays ? { status: 'active', tier: 'team' } : { status: STATUS_AFTER[ending], tier: 'free' },
        );
        // A plan that is over leaves nothing to pay; otherwise, paying continues it.
        const open = await product.stripe.invoices.list({ subscription: debtor.providerId, status: 'open' });
        const isOver = debtor.pays || ending === 'cancel' || ending === 'pause';
        expect(open.data.length > 0).toBe(!isOver);
        const paid = await product.stripe.invoices.list({ subscription: debtor.providerId, status: 'paid' });
        const renewals = debtor.pays ? 1 + Number(renewedAfter < DAYS) : 0;
        expect(paid.data.map(({ amount_paid }) => amount_paid)).toEqual(Array(1 + renewals).fill(4900));
      }
      // The next unpaid period doesn't give access again.
      await advanceDevClock(product, Math.max(0, renewedAfter - DAYS) + 1);
      for (const debtor of debtors) expect((await getState(debtor)).tier).toBe(debtor.pays ? 'team' : 'free');
    },
    300_000,
  );
});
