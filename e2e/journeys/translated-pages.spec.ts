import { expect, test } from '../support/journey.js';
import { linkIn } from '../support/mailbox.js';
import { CheckoutPage, expectConfirmationPage, expectSignedIn, signOut } from '../support/pages.js';
import { expectPaidCustomer } from '../support/customers.js';
import { waitForHydration } from '../support/site.js';
import { manageFields, translate } from '../support/translator.js';
import { newUser } from '../support/users.js';

test.describe('with a translator', () => {
  test.use({ translated: true });

  test('buys the yearly plan that the button names, signs out, confirms the email and signs in', async ({
    page,
  }) => {
    const buyer = newUser();
    await page.goto('/pricing');
    await expect(page.locator('font').first()).toBeAttached();
    await page.getByRole('button', { name: 'Choose Team' }).click();
    const checkout = new CheckoutPage(page);
    await expect(checkout.payButton).toHaveText('Pay $49');
    await page.getByRole('link', { name: 'Pay $499 yearly instead' }).click();
    await expect(checkout.payButton).toHaveText('Pay $499');
    await expect(checkout.form.getByText(/\$49\b/)).toHaveCount(0);
    await checkout.buy(buyer);
    await expectConfirmationPage(page, buyer.email);
    await expectSignedIn(page);
    const email = await expectPaidCustomer(buyer, { tier: 'team', cents: 49_900 });

    await signOut(page);
    await page.goto(linkIn(email, '/auth/confirm'));
    await page.getByLabel('Your password').fill(buyer.password);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    await page.goto('/account/billing');
    await expect(page.getByText('$499').first()).toBeVisible();
  });

  test('keeps taps, choices and dialogs from before hydration, and stays translated @full', async ({
    page,
  }) => {
    await page.goto('/pricing');
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(page.getByRole('article', { name: 'Team' })).toContainText('save 17%, or $49 per month');
    await page.getByRole('button', { name: 'Choose Growth' }).click();
    await expect(page).toHaveURL('/checkout?plan=growth&interval=year');

    await page.goto('/');
    const hydrated = waitForHydration(page);
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    await hydrated;
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').locator('font').first()).toBeAttached();
  });
});

test('keeps taps, choices and dialogs, and never translates prices, when the page is translated while it loads @full', async ({
  page,
  context,
  consoleErrors,
}) => {
  // React renders the page again.
  consoleErrors.allow(/Minified React error #418/);
  await translate(context, 'readystatechange');
  await page.goto('/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
  await expect(new CheckoutPage(page).payButton.locator('[translate=no]')).toHaveText(/^\$[\d,]+$/);

  await page.goto('/');
  const hydrated = waitForHydration(page);
  await page.getByRole('button', { name: 'Watch Demo' }).click();
  await hydrated;
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('keeps taps and choices while a password manager adds elements @full', async ({ page, context }) => {
  await manageFields(context);
  await page.goto('/pricing');
  await expect(page.locator('password-manager-icon').first()).toBeAttached();
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page).toHaveURL('/checkout?plan=team&interval=year');
});
