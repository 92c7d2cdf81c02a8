import { authClient } from '../support/auth.js';
import { tokenOf } from '../support/factors.js';
import { aPurchase, openCheckout } from '../support/purchase.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

describe('someone signed in without an address', () => {
  let shop: PaymentFixture;
  beforeAll(async () => (shop = await startPaymentFixture({ AUTH_ANONYMOUS_ENABLED: 'on' })));
  afterAll(() => shop?.stop());

  it('is asked for one before his card is, and disturbs no other buyer', async () => {
    const client = authClient(shop);
    expect((await client.signInAnonymously()).error).toBeNull();
    const headers = { Authorization: `Bearer ${await tokenOf(client)}` };
    const purchase = aPurchase();
    const { clientSecret, cookie } = await openCheckout(shop, purchase);
    const { planName, amount } = purchase;
    const asked = [
      await shop.call('prepare-checkout', { clientSecret, planName, amount }, { ...headers, Cookie: cookie }),
      await shop.call('create-checkout-session', { planName }, headers),
    ];
    for (const { status, body } of asked) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: 'validation_failed',
        details: {
          fields: [{ field: 'email', message: 'Please add an email address to your account first.' }],
        },
      });
    }
    const tier = await shop.call('check-subscription', {}, headers);
    expect(tier.body).toMatchObject({ subscription_tier: null });
    const rows = await shop.database.query({ text: 'select 1 from checkouts where prepared_at is not null' });
    expect(rows).toEqual([]);
  });
});
