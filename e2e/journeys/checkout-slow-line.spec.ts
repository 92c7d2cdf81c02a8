import { expect, test } from '../support/journey.js';
import { CheckoutPage } from '../support/pages.js';

/** Lighthouse's slow 4G. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const USABLE_FORM_MS = 3_500;

test('can enter a card within 3.5 seconds on slow 4G @phone', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  const startedAt = performance.now();
  await page.goto('/checkout?plan=team', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible();
  const { form, payButton } = new CheckoutPage(page);
  await expect(payButton).toBeVisible();
  await expect(form.getByLabel('Card number')).toBeVisible();
  expect(performance.now() - startedAt).toBeLessThan(USABLE_FORM_MS);
});
