import type { INestApplicationContext } from '@nestjs/common';
import { BILLING_INTERVALS, type BillingInterval } from '@subscription-site/shared/plans';
import pg from 'pg';
import { ReconcileSubscriptions } from '../../src/modules/subscriptions/index.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import {
  createSubscriber,
  handleEvents,
  advanceBothClocks,
  type Subscriber,
} from '../support/subscribers.js';
import { useWorker } from '../support/worker.js';

const DAY_MS = 86_400_000;
const MINUTES_MS = 600_000;

interface Period {
  id: string;
  start: Date;
  end: Date;
}

/** By the provider's id, sorted. */
async function storedPeriods(product: PaymentFixture): Promise<Period[]> {
  return product.database.query<Period>({
    text: `select provider_subscription_id as id, current_period_start as start, current_period_end as "end"
           from subscriptions order by 1`,
  });
}

async function providerPeriods(product: PaymentFixture): Promise<Period[]> {
  const periods: Period[] = [];
  for await (const { id, items } of product.stripe.subscriptions.list({ limit: 100 })) {
    const [item] = items.data;
    const date = (seconds: number) => new Date(seconds * 1000);
    periods.push({ id, start: date(item!.current_period_start), end: date(item!.current_period_end) });
  }
  return periods.sort((a, b) => (a.id < b.id ? -1 : 1));
}

describe('periods', () => {
  /** When subscriptions begin, in ascending order: days that some months don't have. */
  const STARTS = ['2027-01-29', '2027-01-30', '2027-01-31', '2027-08-31', '2028-02-29', '2028-03-31'];
  const MONTHS = 26;
  const JUMP_DAYS = 3 * 365 + 1;

  const product = useFixture(startPaymentFixture);
  useWorker(product);

  const liveUntil = async (time: string) => {
    await advanceBothClocks(product, (Date.parse(time) - product.clock.now().getTime()) / DAY_MS);
    await handleEvents(product, MINUTES_MS);
  };
  /** The day of the first period, or the last one of shorter months. */
  const expectAnchored = (end: Date, anchor: Date, interval: BillingInterval) => {
    const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
    expect(end.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay));
    if (interval === 'year') expect(end.getUTCMonth()).toBe(anchor.getUTCMonth());
  };

  it('equal those of the provider, at the ends of months, on February 29 and after years', async () => {
    const subscribers: (Subscriber & { interval: BillingInterval; anchor: Date })[] = [];
    const compare = async () => {
      const periods = await storedPeriods(product);
      expect(periods).toEqual(await providerPeriods(product));
      for (const { providerId, interval, anchor } of subscribers) {
        const { end } = periods.find(({ id }) => id === providerId)!;
        expectAnchored(end, anchor, interval);
        expect(end.getTime()).toBeGreaterThan(product.clock.now().getTime());
      }
    };
    for (const [index, day] of STARTS.entries()) {
      // At different times, so that no period ends while the rows are compared.
      const time = `${day}T${10 + index}:00:00Z`;
      await liveUntil(time);
      for (const interval of BILLING_INTERVALS) {
        const subscriber = await createSubscriber(product, { interval });
        subscribers.push({ ...subscriber, interval, anchor: new Date(time) });
      }
      await handleEvents(product);
      await compare();
    }
    for (let month = 0; month < MONTHS; month += 1) {
      await advanceBothClocks(product, 29);
      await handleEvents(product, MINUTES_MS);
      await compare();
    }
    await advanceBothClocks(product, JUMP_DAYS);
    await handleEvents(product, MINUTES_MS);
    await compare();
  }, 600_000);
});

describe('renewals', () => {
  const CUSTOMERS = 60;
  const MONTHS = 36;
  const AT_ONCE = 10;
  /** Months that are compared with the last ones. */
  const COMPARED = 3;
  const MAX_GROWTH = 1.2;

  let product: PaymentFixture;
  let worker: INestApplicationContext;
  let queries = 0;
  const query = pg.Client.prototype.query;

  beforeAll(async () => {
    product = await startPaymentFixture();
    worker = await product.startWorker();
    // Counts the queries of API and worker, which run in this process.
    pg.Client.prototype.query = function counted(this: pg.Client, ...args: never[]) {
      queries += 1;
      return Reflect.apply(query, this, args) as never;
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await product?.stop();
  });

  it(`of ${CUSTOMERS} customers over ${MONTHS} months match the provider, at a constant cost`, async () => {
    for (let created = 0; created < CUSTOMERS; created += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, CUSTOMERS - created) }, () => createSubscriber(product)),
      );
    await handleEvents(product, MINUTES_MS);

    const months: { queries: number; ms: number }[] = [];
    for (let month = 1; month <= MONTHS; month += 1) {
      const [queriesBefore, startedAt] = [queries, performance.now()];
      await advanceBothClocks(product, 31);
      await handleEvents(product, MINUTES_MS);
      const perRenewal = (amount: number) => amount / CUSTOMERS;
      months.push({
        queries: perRenewal(queries - queriesBefore),
        ms: perRenewal(performance.now() - startedAt),
      });
      process.stderr.write(
        `month ${month}: ${months.at(-1)!.queries.toFixed(1)} queries and ${months.at(-1)!.ms.toFixed(1)} ms per renewal\n`,
      );
    }

    expect(await storedPeriods(product)).toEqual(await providerPeriods(product));
    const [stored] = await product.database.query({
      text: `select count(*)::int as invoices, count(distinct provider_subscription_id)::int as subscriptions,
               count(*) filter (where status <> 'paid')::int as unpaid from invoices`,
    });
    expect(stored).toEqual({ invoices: CUSTOMERS * (MONTHS + 1), subscriptions: CUSTOMERS, unpaid: 0 });
    const reconcile = worker.get(ReconcileSubscriptions);
    expect(await reconcile.runAll({ dryRun: true })).toMatchObject({
      checked: CUSTOMERS,
      drifts: [],
      mismatches: [],
    });
    expect(queries).toBeGreaterThan(0);
    const average = (some: typeof months) =>
      some.reduce((sum, { queries: count }) => sum + count, 0) / some.length;
    expect(average(months.slice(-COMPARED))).toBeLessThan(average(months.slice(0, COMPARED)) * MAX_GROWTH);
  }, 3_600_000);
});
