import { expect, test } from '../support/journey.js';
import { waitForMail } from '../support/mailbox.js';
import { aPerson, type Person } from '../support/people.js';
import { changePaymentIntent, chargesOf } from '../support/sandbox.js';
import { CheckoutScreen, expectToast, signIn } from '../support/screens.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectWellMade } from '../support/well-made.js';
import type { Page } from '@playwright/test';

/** The browser itself writes a rejected call into the console. */
const REJECTED = /status of 409/;

/** Pays for Team while the provider is told meanwhile that it was Growth. Gives the payment's id. */
async function payForAnotherPlan(page: Page, buyer: Person): Promise<string> {
  const opened = page.waitForResponse(/create-payment-intent/);
  const checkout = await new CheckoutScreen(page).open();
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await changePaymentIntent(paymentIntentId, { 'metadata[plan]': 'growth' });
  await checkout.buy(buyer);
  return paymentIntentId;
}

test('pays what contradicts the order: learns that it is reviewed, is asked for no second payment, and gets the plan @phone', async ({
  page,
  consoleErrors,
  newVisitor,
}) => {
  consoleErrors.tolerate(REJECTED);
  const buyer = aPerson();
  const paymentId = await payForAnotherPlan(page, buyer);
  const told = page.getByRole('alert').filter({ hasText: "We're reviewing your payment" });
  await expect(told).toContainText(paymentId);
  await expect(told.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expectWellMade(page);

  const tab = await page.context().newPage();
  await tab.goto('/checkout?plan=team');
  await expect(tab.getByRole('heading', { name: "We're reviewing your payment" })).toBeVisible();
  await expect(tab.getByLabel('Card number')).toHaveCount(0);
  await expectWellMade(tab);

  const desk = await newVisitor();
  await signIn(desk, testEnvironment.administrator, '/admin/reviews');
  const row = desk.getByRole('listitem').filter({ hasText: buyer.email });
  await expect(row).toContainText('Another order');
  await expectWellMade(desk);
  await desk.getByRole('button', { name: `Resolve ${paymentId}` }).focus();
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Resolve this payment' });
  await expect(dialog.getByRole('radio', { name: 'Give the plan' })).toBeFocused();
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('The order was right.');
  await expectWellMade(desk);
  await dialog.getByRole('button', { name: 'Give the plan' }).click();
  await expectToast(desk, 'Payment resolved', 'The buyer has the plan.');
  await expect(row).toHaveCount(0);

  await waitForMail(buyer.email, 'Welcome to');
  expect((await chargesOf(buyer.email)).map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
});

test('pays what contradicts the order and gets the money back, with word about it', async ({
  page,
  consoleErrors,
  newVisitor,
}) => {
  consoleErrors.tolerate(REJECTED);
  const buyer = aPerson();
  const paymentId = await payForAnotherPlan(page, buyer);
  await expect(page.getByRole('heading', { name: "We're reviewing your payment" })).toBeVisible();

  const desk = await newVisitor();
  await signIn(desk, testEnvironment.administrator, '/admin/reviews');
  await desk.getByRole('button', { name: `Resolve ${paymentId}` }).click();
  const dialog = desk.getByRole('dialog', { name: 'Resolve this payment' });
  await dialog.getByRole('radio', { name: 'Refund' }).check();
  await dialog.getByRole('button', { name: 'Refund the payment' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Wrong plan.');
  await dialog.getByRole('button', { name: 'Refund the payment' }).click();
  await expectToast(desk, 'Payment resolved', 'The payment is being returned in full.');
  await expect
    .poll(async () => (await chargesOf(buyer.email)).map(({ amount_refunded }) => amount_refunded))
    .toEqual([4900]);
  await waitForMail(buyer.email, 'was returned');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your payment was refunded' })).toBeVisible();
  await expectWellMade(page);
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
