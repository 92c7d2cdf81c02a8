import { eventually } from '../../support/eventually.js';
import { openHostedPage, insertOpenCheckouts, payHostedPage } from '../../support/open-checkouts.js';
import { createUser } from '../../support/users.js';
import { buildPurchase, bearer, payForCheckout, signIn } from '../../support/purchase.js';
import { startPaymentFixture, type PaymentFixture } from '../../support/payment-fixture.js';

const OPEN_CHECKOUTS = 10_000;
const DEADLINE_SECONDS = 180;

describe(`a payment whose webhook was lost, behind ${OPEN_CHECKOUTS} open checkouts`, () => {
  let product: PaymentFixture;

  beforeAll(async () => {
    product = await startPaymentFixture();
    await insertOpenCheckouts(product, 'in-page', OPEN_CHECKOUTS / 2);
    await insertOpenCheckouts(product, 'hosted', OPEN_CHECKOUTS / 2);
  }, 600_000);
  afterAll(() => product?.stop());

  it(`is provisioned within ${DEADLINE_SECONDS} s, whether made in the page or on the hosted page`, async () => {
    await product.startWorker();
    await product.control('webhook-failures', { kind: 'drop', count: 1000 });
    const purchase = buildPurchase();
    await payForCheckout(product, purchase);
    const user = await createUser(product);
    await payHostedPage(product, await openHostedPage(product, user));
    const paidAt = product.clock.now().getTime();

    const getTier = async (headers: Record<string, string>) =>
      (await product.callFunction('check-subscription', {}, headers)).body.subscription_tier;
    const waitedSeconds = await eventually(async () => {
      const seconds = (product.clock.now().getTime() - paidAt) / 1000;
      if (seconds > DEADLINE_SECONDS) return seconds;
      expect(await getTier(user.headers)).toBe('team');
      const { token } = await signIn(product, purchase.email, purchase.password);
      expect(await getTier(bearer(token))).toBe('team');
      return seconds;
    }, 240_000);
    process.stderr.write(`provisioned after ${waitedSeconds.toFixed(0)} s\n`);
    expect(waitedSeconds).toBeLessThanOrEqual(DEADLINE_SECONDS);
  }, 300_000);
});
