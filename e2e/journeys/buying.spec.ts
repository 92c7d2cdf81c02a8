import { linkIn } from '../support/mailbox.js';
import { expect, test } from '../support/journey.js';
import { aPerson } from '../support/people.js';
import { CheckoutScreen, expectThanks, expectToast } from '../support/screens.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer } from '../support/welcome.js';
import { expectWellMade } from '../support/well-made.js';

test('buys Team from the price list, is thanked, and finds one welcome email @phone', async ({
  page,
  context,
}) => {
  const buyer = aPerson();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page).toHaveURL(/\/checkout\?plan=team$/);
  const checkout = new CheckoutScreen(page);
  await checkout.fillIn(buyer);
  await checkout.typeCard();
  await expectWellMade(page);
  await expect(checkout.payButton).toHaveText('Pay $49');
  await checkout.pay();

  await expectThanks(page, buyer.email);
  await expectToast(
    page,
    'Payment Successful! 🎉',
    'Your account has been created and subscription activated.',
  );
  const app = await context.waitForEvent('page');
  expect(
    new URL(app.url() === 'about:blank' ? (await app.waitForURL(/localhost/), app.url()) : app.url()).origin,
  ).toBe(new URL(testEnvironment.appUrl).origin);
  await expect(page.getByText('The app opened in a new tab.')).toBeVisible();
  await expectWellMade(page);

  const mail = await expectPaidCustomer(buyer);
  expect(mail.text).toContain('Team');
  expect(mail.text).toContain('$49 per month');
  expect(new URL(linkIn(mail, '/auth/confirm')).origin).toBe(testEnvironment.siteUrl);
});

test('buys Growth by the year: price list, bill, button, charge and email say $999', async ({ page }) => {
  const buyer = aPerson();
  await page.goto('/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  const checkout = new CheckoutScreen(page);
  await expect(page.getByText('Growth plan')).toBeVisible();
  await expect(checkout.payButton).toHaveText('Pay $999');
  await checkout.buy(buyer);
  await expectThanks(page, buyer.email);
  await expect(page.getByText('Yearly')).toBeVisible();
  const mail = await expectPaidCustomer(buyer, { tier: 'growth', cents: 99_900 });
  expect(mail.text).toContain('$999 per year');
});

test('stops the countdown, and the app opens only when asked for', async ({ page, context }) => {
  const buyer = aPerson();
  await (await new CheckoutScreen(page).open()).buy(buyer);
  await expectThanks(page, buyer.email);
  await page.getByRole('button', { name: 'Stop the countdown' }).click();
  await expect(page.getByText('The countdown has stopped.')).toBeVisible();
  const app = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open Now' }).click();
  await (await app).waitForURL(`${testEnvironment.appUrl}/`);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});
