import { expect, test } from '../support/journey.js';
import { aPerson } from '../support/people.js';
import { chargesOf } from '../support/sandbox.js';
import { CheckoutScreen, expectToast } from '../support/screens.js';
import { expectWellMade } from '../support/well-made.js';

test('comes without a plan and is sent to the prices', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page).toHaveURL('/pricing');
  await expectToast(page, 'No plan selected', 'Please select a plan to continue.');
});

test('comes with an unknown plan and is sent to the prices', async ({ page }) => {
  await page.goto('/checkout?plan=gold');
  await expect(page).toHaveURL('/pricing');
  await expectToast(page, 'Invalid plan', 'Plan "gold" not found. Please select a valid plan.');
  await expectWellMade(page);
});

test('comes with a plan in capitals and is served', async ({ page }) => {
  const checkout = await new CheckoutScreen(page).open('plan=GROWTH');
  await expect(checkout.payButton).toHaveText('Pay $99');
});

test('mistypes the password and is told before anything is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.fillIn(buyer, 'correct hose');
  await checkout.typeCard();
  await checkout.pay();
  await expectToast(page, 'Password mismatch', 'Please make sure your passwords match.');
  await checkout.fillIn({ ...buyer, password: 'abc12' });
  await checkout.pay();
  await expectToast(page, 'Password too short', 'Password must be at least 6 characters long.');
  await expectWellMade(page);
  expect(sent.filter((url) => /prepare-checkout|\/confirm$/.test(url))).toEqual([]);
  expect(await chargesOf(buyer.email)).toEqual([]);
});

test('finds the payment system unavailable, and tries again when it is back', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/ERR_FAILED/, /payment system/);
  await page.route('**/api/sandbox/stripe.js', (route) => route.abort());
  await page.goto('/checkout?plan=team');
  await expect(
    page.getByRole('heading', { name: 'Payment system unavailable. Please try again later.' }),
  ).toBeVisible();
  await expectToast(page, 'Configuration Error', 'Unable to load payment system. Please contact support.');
  await expect(page.getByRole('link', { name: 'Back to Pricing' })).toBeVisible();
  await expectWellMade(page);
  await page.unroute('**/api/sandbox/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(new CheckoutScreen(page).payButton).toBeVisible();
});

test('finds no payment can be begun, is told why, and can try again', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/ERR_FAILED/);
  await page.route('**/create-payment-intent', (route) => route.abort());
  const checkout = await new CheckoutScreen(page).open();
  await expectToast(page, 'Error', 'Failed to initialize payment:');
  await page.unroute('**/create-payment-intent');
  await checkout.form.getByRole('button', { name: 'Try again' }).click();
  await expect(checkout.form.getByText('Failed to initialize payment:')).toBeHidden();
});
