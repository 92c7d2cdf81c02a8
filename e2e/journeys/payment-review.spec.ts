import { expect, test } from '../support/journey.js';
import { waitForEmail } from '../support/mailbox.js';
import { newUser, type TestUser } from '../support/users.js';
import { updatePaymentIntent, chargesOf } from '../support/sandbox.js';
import { CheckoutPage, expectToast, signIn } from '../support/pages.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectAccessible } from '../support/accessibility.js';
import type { Page } from '@playwright/test';

/** The browser logs rejected requests. */
const CONFLICT = /status of 409/;

/** Pays for Team while the intent's metadata says Growth. Returns the payment intent id. */
async function payMismatchedOrder(page: Page, buyer: TestUser): Promise<string> {
  const opened = page.waitForResponse(/create-payment-intent/);
  const checkout = await new CheckoutPage(page).open();
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await updatePaymentIntent(paymentIntentId, { 'metadata[plan]': 'growth' });
  await checkout.buy(buyer);
  return paymentIntentId;
}

test('sees that a mismatched payment is under review, and gets the plan once staff approve it', async ({
  page,
  consoleErrors,
  newVisitor,
}) => {
  consoleErrors.allow(CONFLICT);
  const buyer = newUser();
  const paymentId = await payMismatchedOrder(page, buyer);
  const alert = page.getByRole('alert').filter({ hasText: "We're reviewing your payment" });
  await expect(alert).toContainText(paymentId);
  await expect(alert.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expectAccessible(page);

  const tab = await page.context().newPage();
  await tab.goto('/checkout?plan=team');
  await expect(tab.getByRole('heading', { name: "We're reviewing your payment" })).toBeVisible();
  await expect(tab.getByLabel('Card number')).toHaveCount(0);
  await expectAccessible(tab);

  const staffPage = await newVisitor();
  await signIn(staffPage, testEnvironment.administrator, '/admin/reviews');
  const row = staffPage.getByRole('listitem').filter({ hasText: buyer.email });
  await expect(row).toContainText('Different order');
  await expectAccessible(staffPage);
  await staffPage.getByRole('button', { name: `Resolve ${paymentId}` }).focus();
  await staffPage.keyboard.press('Enter');
  const dialog = staffPage.getByRole('dialog', { name: 'Resolve this payment' });
  await expect(dialog.getByRole('radio', { name: 'Activate plan' })).toBeFocused();
  await staffPage.keyboard.press('Tab');
  await staffPage.keyboard.type('The order was right.');
  await expectAccessible(staffPage);
  await dialog.getByRole('button', { name: 'Activate plan' }).click();
  await expectToast(staffPage, 'Payment resolved', 'The plan is active.');
  await expect(row).toHaveCount(0);

  await waitForEmail(buyer.email, 'Welcome to');
  expect((await chargesOf(buyer.email)).map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
});

test('gets a refund and an email when staff refund a mismatched payment', async ({
  page,
  consoleErrors,
  newVisitor,
}) => {
  consoleErrors.allow(CONFLICT);
  const buyer = newUser();
  const paymentId = await payMismatchedOrder(page, buyer);
  await expect(page.getByRole('heading', { name: "We're reviewing your payment" })).toBeVisible();

  const staffPage = await newVisitor();
  await signIn(staffPage, testEnvironment.administrator, '/admin/reviews');
  await staffPage.getByRole('button', { name: `Resolve ${paymentId}` }).click();
  const dialog = staffPage.getByRole('dialog', { name: 'Resolve this payment' });
  await dialog.getByRole('radio', { name: 'Refund' }).check();
  await dialog.getByRole('button', { name: 'Refund payment' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Wrong plan.');
  await dialog.getByRole('button', { name: 'Refund payment' }).click();
  await expectToast(staffPage, 'Payment resolved', 'The payment is being refunded in full.');
  await expect
    .poll(async () => (await chargesOf(buyer.email)).map(({ amount_refunded }) => amount_refunded))
    .toEqual([4900]);
  await waitForEmail(buyer.email, 'was refunded');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your payment was refunded' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
