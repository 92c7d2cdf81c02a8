import { linkIn } from '../support/mailbox.js';
import { expect, test } from '../support/journey.js';
import { useOldestBrowser } from '../support/oldest-browser.js';
import { newUser } from '../support/users.js';
import { CheckoutPage, expectConfirmationPage, expectSignedIn, expectToast } from '../support/pages.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/customers.js';
import { expectAccessible } from '../support/accessibility.js';

test('buys Team from the pricing page and gets one welcome email', async ({ page, context }) => {
  const buyer = newUser();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page).toHaveURL(/\/checkout\?plan=team$/);
  const checkout = new CheckoutPage(page);
  await checkout.fillIn(buyer);
  await checkout.typeCard();
  await expectAccessible(page);
  await expect(checkout.payButton).toHaveText('Pay $49');
  await checkout.pay();

  await expectConfirmationPage(page, buyer.email);
  await expectSignedIn(page);
  await expectToast(
    page,
    'Payment Successful! 🎉',
    'Your account has been created and subscription activated.',
  );
  const app = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open Now' }).click();
  await (await app).waitForURL(`${testEnvironment.appUrl}/`);
  await expect(page.getByText('The app opened in a new tab.')).toBeVisible();
  await expectAccessible(page);

  const email = await expectPaidCustomer(buyer);
  expect(email.text).toContain('Team');
  expect(email.text).toContain('$49 · Renews monthly');
  expect(new URL(linkIn(email, '/auth/confirm')).origin).toBe(testEnvironment.siteUrl);
});

test('changes to Growth yearly in the oldest supported browser, with $999 on the page, button, charge and email', async ({
  page,
}) => {
  await useOldestBrowser(page);
  const buyer = newUser();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page).toHaveURL('/checkout?plan=team');
  await page.goBack();
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  const checkout = new CheckoutPage(page);
  await expect(page.getByText('Growth plan')).toBeVisible();
  await expect(checkout.payButton).toHaveText('Pay $999');
  const summary = page.getByRole('heading', { name: 'Order summary' });
  const position = await summary.boundingBox();
  await checkout.buy(buyer);
  await expectConfirmationPage(page, buyer.email);
  await expect(page.getByText('PAID')).toBeVisible();
  expect(await summary.boundingBox()).toMatchObject({ x: position!.x, y: position!.y });
  await expect(page.getByText('Yearly')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing/);
  const email = await expectPaidCustomer(buyer, { tier: 'growth', cents: 99_900 });
  expect(email.text).toContain('$999 · Renews yearly');
});
