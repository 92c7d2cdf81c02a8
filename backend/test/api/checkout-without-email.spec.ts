import { authClient } from '../support/auth.js';
import { getAccessToken } from '../support/factors.js';
import { buildPurchase, openCheckout } from '../support/purchase.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';

describe('a signed-in user without an email', () => {
  const product = useFixture(startPaymentFixture, { AUTH_ANONYMOUS_ENABLED: 'on' });

  it('is asked for one before the charge, without affecting other buyers', async () => {
    const client = authClient(product);
    expect((await client.signInAnonymously()).error).toBeNull();
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const purchase = buildPurchase();
    const { clientSecret, cookie } = await openCheckout(product, purchase);
    const { planName, amount } = purchase;
    const responses = [
      await product.callFunction(
        'prepare-checkout',
        { clientSecret, planName, amount },
        { ...headers, Cookie: cookie },
      ),
      await product.callFunction('create-checkout-session', { planName }, headers),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: 'validation_failed',
        details: {
          fields: [{ field: 'email', message: 'Please add an email address to your account first.' }],
        },
      });
    }
    const tier = await product.callFunction('check-subscription', {}, headers);
    expect(tier.body).toMatchObject({ subscription_tier: null });
    const rows = await product.database.query({
      text: 'select 1 from checkouts where prepared_at is not null',
    });
    expect(rows).toEqual([]);
  });
});
