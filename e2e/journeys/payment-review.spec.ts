import { expect, test } from '../support/journey.js';
import { waitForEmail } from '../support/mailbox.js';
import { newUser } from '../support/users.js';
import { updatePaymentIntent, listCharges } from '../support/sandbox.js';
import { CheckoutPage, expectToast, openSignedIn } from '../support/pages.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectAccessible } from '../support/accessibility.js';

test('sees that a mismatched payment is under review, and gets a refund once staff decide so @full', async ({
  page,
  consoleErrors,
  newVisitor,
}) => {
  consoleErrors.allow(/status of 409/);
  const buyer = newUser();
  const opened = page.waitForResponse(/create-payment-intent/);
  const checkout = await new CheckoutPage(page).open();
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await updatePaymentIntent(paymentIntentId, { 'metadata[plan]': 'growth' });
  await checkout.buy(buyer);
  const alert = page.getByRole('alert').filter({ hasText: 'We’re reviewing your payment' });
  await expect(alert).toContainText(paymentIntentId);
  await expect(alert.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expectAccessible(page);

  const tab = await page.context().newPage();
  await tab.goto('/checkout?plan=team');
  await expect(tab.getByRole('heading', { name: 'We’re reviewing your payment' })).toBeVisible();
  await expect(tab.getByLabel('Card number')).toHaveCount(0);
  await tab.close();

  const staffPage = await newVisitor();
  await openSignedIn(staffPage, testEnvironment.administrator, '/admin/reviews');
  const row = staffPage.getByRole('listitem').filter({ hasText: buyer.email });
  await expect(row).toContainText('Different order');
  await expectAccessible(staffPage);
  await staffPage.getByRole('button', { name: `Resolve ${paymentIntentId}` }).focus();
  await staffPage.keyboard.press('Enter');
  const dialog = staffPage.getByRole('dialog', { name: 'Resolve this payment' });
  await expect(dialog.getByRole('radio', { name: 'Activate plan' })).toBeFocused();
  await staffPage.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Refund' })).toBeChecked();
  await staffPage.keyboard.press('Tab');
  await staffPage.keyboard.type('Wrong plan.');
  await expectAccessible(staffPage);
  await dialog.getByRole('button', { name: 'Refund payment' }).click();
  await expectToast(staffPage, 'Payment resolved', 'The payment is being refunded in full.');
  await expect(row).toHaveCount(0);
  await expect
    .poll(async () => (await listCharges(buyer.email)).map(({ amount_refunded }) => amount_refunded))
    .toEqual([4900]);
  await waitForEmail(buyer.email, 'was refunded');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your payment was refunded' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
