import { getPlanPrice } from '@subscription-site/shared/plans';
import { randomUUID } from 'node:crypto';
import { CheckoutsRepository } from '../../src/modules/checkout/persistence/checkouts.repository.js';
import { UnpaidCheckoutsRepository } from '../../src/modules/checkout/reconciliation/unpaid-checkouts.repository.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

describe('open checkouts', () => {
  const product = useFixture(startTestProduct);
  let checkouts: CheckoutsRepository;
  let unpaid: UnpaidCheckoutsRepository;

  beforeAll(async () => {
    checkouts = product.api.get(CheckoutsRepository);
    unpaid = new UnpaidCheckoutsRepository(product.database, product.clock);
  });
  beforeEach(() => product.database.query({ text: 'truncate checkouts cascade' }));

  async function insertCheckout({ ageSeconds = 0, dueInSeconds = 0, status = 'open' } = {}): Promise<string> {
    const id = randomUUID();
    await product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, next_check_at, created_at, updated_at)
             values ($1, 'team', 'month', 4900, $2, $3, $4, $4)`,
      values: [id, status, product.clock.in(dueInSeconds), product.clock.in(-ageSeconds)],
    });
    return id;
  }
  const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

  it('are claimed for a check longest due first, and due again after a delay that grows with their age', async () => {
    const young = await insertCheckout({ ageSeconds: 10, dueInSeconds: -10 });
    const hourOld = await insertCheckout({ ageSeconds: HOUR_SECONDS, dueInSeconds: -30 });
    const old = await insertCheckout({ ageSeconds: 2 * DAY_SECONDS, dueInSeconds: -20 });
    await insertCheckout({ dueInSeconds: 60 });
    await insertCheckout({ dueInSeconds: -60, status: 'canceled' });

    expect(toIds(await unpaid.claimForCheck(2))).toEqual([hourOld, old]);
    expect(toIds(await unpaid.claimForCheck(2))).toEqual([young]);
    const delays = await Promise.all(
      [young, hourOld, old].map(async (id) => {
        const { nextCheckAt } = (await checkouts.findById(id))!;
        return (nextCheckAt.getTime() - product.clock.now().getTime()) / 1000;
      }),
    );
    expect(delays.map((seconds) => Math.round(seconds / 60))).toEqual([2, 60, 360]);
  });

  it('that another worker holds are skipped, not waited for', async () => {
    const [held, free] = [await insertCheckout(), await insertCheckout()];
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = product.database.transaction(async () => {
      await checkouts.lock(held);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    product.clock.advance(1);
    expect(toIds(await unpaid.claimForCheck(10))).toEqual([free]);
    release.resolve();
    await holding;
    expect(toIds(await unpaid.claimForCheck(10))).toEqual([held]);
  });

  it('are claimed for closing once they are old enough, oldest first, and again after an hour', async () => {
    const newer = await insertCheckout({ ageSeconds: DAY_SECONDS + 60 });
    const older = await insertCheckout({ ageSeconds: 2 * DAY_SECONDS });
    await insertCheckout({ ageSeconds: DAY_SECONDS - 60 });

    expect(toIds(await unpaid.claimForClosing(DAY_SECONDS, 1))).toEqual([older]);
    expect(toIds(await unpaid.claimForClosing(DAY_SECONDS, 10))).toEqual([newer]);
    expect(await unpaid.claimForClosing(DAY_SECONDS, 10)).toEqual([]);
    product.clock.advance(HOUR_SECONDS + 1);
    expect(toIds(await unpaid.claimForClosing(DAY_SECONDS, 10))).toEqual(
      expect.arrayContaining([older, newer]),
    );
  });

  it('keep their first intent and session, and close only in the state that was read', async () => {
    const id = await insertCheckout();
    const read = (await checkouts.findById(id))!;
    const [intent, session] = [`pi_${randomUUID()}`, `cs_${randomUUID()}`];
    expect(await checkouts.setPaymentIntent(id, intent)).toBe(true);
    expect(await checkouts.setPaymentIntent(id, intent)).toBe(true);
    expect(await checkouts.setPaymentIntent(id, 'pi_other')).toBe(false);
    expect(await checkouts.setHostedSession(id, session)).toBe(true);
    expect(await checkouts.setHostedSession(id, 'cs_other')).toBe(false);

    expect(await checkouts.cancel(read)).toBe(false);
    expect(await checkouts.cancel((await checkouts.findById(id))!)).toBe(true);
    expect(await checkouts.setPaymentIntent(id, intent)).toBe(false);
    expect(await checkouts.findById(id)).toMatchObject({
      status: 'canceled',
      paymentIntentId: intent,
      hostedSessionId: session,
    });
  });

  it('count each of ten concurrent declines, also after they were read without a lock', async () => {
    const id = await insertCheckout();
    const totals = await Promise.all(
      Array.from({ length: 10 }, () =>
        product.database.transaction(async () => {
          await checkouts.findById(id);
          return checkouts.countDecline(id);
        }),
      ),
    );
    expect(totals.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await checkouts.findById(id)).toMatchObject({ declines: 10 });
  });

  it('are limited to one per cookie, and to one hosted page per user and plan', async () => {
    const planPrice = getPlanPrice('team', 'month');
    const owner = { cookieHash: randomUUID(), userId: randomUUID() };
    const open = () =>
      checkouts.add({ id: randomUUID(), planPrice, ipHash: 'hash', cookieHash: owner.cookieHash });
    const openHosted = () =>
      checkouts.addHosted({ id: randomUUID(), planPrice, ipHash: 'hash', userId: owner.userId });
    expect(await open()).toMatchObject({ status: 'open', plan: 'team', interval: 'month', hosted: false });
    expect(await open()).toBeNull();
    expect(await openHosted()).toMatchObject({ hosted: true, userId: owner.userId, cookieHash: null });
    expect(await openHosted()).toBeNull();
  });
});
