import { expect, test } from '../support/journey.js';
import { CheckoutPage } from '../support/pages.js';

test('shows the order summary before any script has loaded @phone', async ({ page }) => {
  let send = () => {};
  const online = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/assets/**', async (route) => {
    await online;
    await route.continue();
  });
  await page.goto('/checkout?plan=team', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible();
  const { form, payButton } = new CheckoutPage(page);
  await expect(form.getByLabel('Card number')).toBeHidden();
  send();
  await expect(payButton).toBeVisible();
  await expect(form.getByLabel('Card number')).toBeVisible();
});
