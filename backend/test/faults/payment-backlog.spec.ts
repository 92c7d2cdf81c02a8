import { eventually } from '../support/eventually.js';
import { openCheckouts, payHosted } from '../support/open-checkouts.js';
import { aPerson } from '../support/users.js';
import { aPurchase, bearer, pay, signIn } from '../support/purchase.js';
import { fullSize } from '../support/size.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const OPEN_CHECKOUTS = fullSize ? 10_000 : 1000;
const DEADLINE_SECONDS = 180;
/** At full size the test lives through the real time; at reduced size the product's clock runs ahead. */
const SECONDS_EACH_LOOK = fullSize ? 0 : 2;

describe(`a buyer behind ${OPEN_CHECKOUTS} open checkouts whose webhook was lost`, () => {
  let shop: PaymentFixture;

  beforeAll(async () => {
    shop = await startPaymentFixture();
    await openCheckouts(shop, 'in-page', OPEN_CHECKOUTS / 2);
    await openCheckouts(shop, 'hosted', OPEN_CHECKOUTS / 2);
  }, 600_000);
  afterAll(() => shop?.stop());

  it(`has the plan within ${DEADLINE_SECONDS} s, in the page and on the hosted page alike`, async () => {
    await shop.startWorker();
    await shop.control('webhook-faults', { kind: 'drop', count: 1000 });
    const purchase = aPurchase();
    await pay(shop, purchase);
    const person = await aPerson(shop);
    const opened = await shop.call(
      'create-checkout-session',
      { planName: 'team', interval: 'month' },
      person.headers,
    );
    await payHosted(shop, String(opened.body.url).split('/').at(-1)!);
    const paidAt = shop.clock.now().getTime();

    const tierOf = async (headers: Record<string, string>) =>
      (await shop.call('check-subscription', {}, headers)).body.subscription_tier;
    const waitedSeconds = await eventually(async () => {
      shop.clock.advance(SECONDS_EACH_LOOK);
      const seconds = (shop.clock.now().getTime() - paidAt) / 1000;
      if (seconds > DEADLINE_SECONDS) return seconds;
      expect(await tierOf(person.headers)).toBe('team');
      const { token } = await signIn(shop, purchase.email, purchase.password);
      expect(await tierOf(bearer(token))).toBe('team');
      return seconds;
    }, 240_000);
    if (fullSize) process.stderr.write(`plan after ${waitedSeconds.toFixed(0)} s\n`);
    expect(waitedSeconds).toBeLessThanOrEqual(DEADLINE_SECONDS);
  }, 300_000);
});
