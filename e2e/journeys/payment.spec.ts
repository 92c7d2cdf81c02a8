import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { newUser } from '../support/users.js';
import { CARDS, listCharges, injectPaymentFailures } from '../support/sandbox.js';
import {
  CheckoutPage,
  expectConfirmationPage,
  expectSignedIn,
  expectToast,
  expectToastCoversNone,
} from '../support/pages.js';
import { expectPaidCustomer } from '../support/customers.js';
import { expectAccessible } from '../support/accessibility.js';

test('corrects declined cards, then fails 3-D Secure, and is charged once, on the same intent', async ({
  page,
  consoleErrors,
}) => {
  // The browser logs the failed requests of declined payments.
  consoleErrors.allow(/status of 402/);
  const clientSecrets = new Set<string>();
  page.on('request', (request) => {
    const secret =
      request.url().endsWith('/confirm') &&
      new URLSearchParams(request.postData() ?? '').get('client_secret');
    if (secret) clientSecrets.add(secret);
  });
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.declined);
  await expectToast(page, 'Payment Failed', 'Your card was declined.');
  await expect(checkout.payButton).toHaveText('Pay $49');
  await expect(checkout.form.getByLabel('Email')).toHaveValue(buyer.email);
  await expectAccessible(page);
  await checkout.fillInCard(CARDS.requiresAuthentication);
  await checkout.pay();
  await expect(checkout.threeDSecureDialog).toContainText('$49.00');
  await expect(checkout.payButton).toHaveText('Processing Payment...');
  await expectAccessible(page);
  await checkout.threeDSecureDialog.getByRole('button', { name: 'Fail authentication' }).click();
  await expectToast(page, 'Payment Failed', 'We are unable to authenticate your payment method.');
  const advice = checkout.form.getByText('You weren’t charged.');
  await expectToastCoversNone(page, advice, checkout.form.getByLabel('Card number'));
  expect(await listCharges(buyer.email)).toEqual([]);
  await checkout.fillInCard(CARDS.valid);
  await checkout.payButton.dblclick();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
  expect(clientSecrets.size).toBe(1);
});

test('shows all digits of a card at 320 px, keeps the focus while paying, and covers no button afterward @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.fillIn(buyer);
  await checkout.typeCard();
  const hiddenPixels = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await checkout.form.getByLabel('Card number').evaluate(hiddenPixels)).toBe(0);
  let accept!: () => void;
  const accepted = new Promise<void>((resolve) => (accept = resolve));
  const prepared: string[] = [];
  await page.route('**/prepare-checkout', async (route) => {
    prepared.push(route.request().url());
    await accepted;
    await route.continue();
  });
  await checkout.pay();
  await expect(checkout.payButton).toHaveText('Processing Payment...');
  await expect(checkout.payButton).toBeFocused();
  await page.keyboard.press('Enter');
  accept();
  await expectConfirmationPage(page, buyer.email);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectToastCoversNone(page, page.getByRole('button', { name: 'Open Now' }));
  expect(prepared).toHaveLength(1);
});

test('waits for a slow bank on a page that updates automatically @full', async ({ page }) => {
  const buyer = newUser();
  const opened = page.waitForResponse(/create-payment-intent/);
  const checkout = await new CheckoutPage(page).open();
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await checkout.buy(buyer, CARDS.processing);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await expectAccessible(page);
  await injectPaymentFailures(`payment-intents/${paymentIntentId}/resolve`, { outcome: 'succeeded' });
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('pays in two tabs at once and is charged once', async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/status of (400|402|409)/);
  const buyer = newUser();
  const tabs = [new CheckoutPage(page), new CheckoutPage(await context.newPage())];
  for (const tab of tabs) {
    await tab.open();
    await tab.fillIn(buyer);
    await tab.fillInCard();
  }
  await Promise.all(tabs.map((tab) => tab.pay()));
  // If one tab has completed the purchase before the other charges, the other shows the plan instead.
  const confirmed = { name: 'Welcome to the product' };
  const subscribed = { name: 'You’re already on the Team plan' };
  for (const { page: tab } of tabs)
    await expect(tab.getByRole('heading', confirmed).or(tab.getByRole('heading', subscribed))).toBeVisible();
  const headings = tabs.map((tab) => tab.page.getByRole('heading', confirmed).count());
  expect((await Promise.all(headings)).some((count) => count > 0)).toBe(true);
  await expectPaidCustomer(buyer);
});

test('reloads during 3-D Secure and while the account is being created, and is charged once', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/);
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.requiresAuthentication);
  await expect(checkout.threeDSecureDialog).toBeVisible();
  await page.reload();
  await expect(checkout.payButton).toBeVisible();
  await page.route('**/process-payment', (route) => route.abort());
  await checkout.buy(buyer);
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await page.unroute('**/process-payment');
  await blockCode(page, 'checkout-success-page-*');
  await page.reload();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('signs in and shows the confirmation page if their code can’t be loaded anymore after the charge', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/, /dynamically imported module/);
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await blockCode(page, '{checkout-success-page,create-auth-client}-*');
  await checkout.buy(buyer);
  await expectConfirmationPage(page, buyer.email);
  await expectSignedIn(page);
});

/** Blocks these scripts from the first request after the charge on. */
async function blockCode(page: Page, name: string): Promise<void> {
  await page.route('**/process-payment', async (route) => {
    await page.route(`**/assets/${name}.js`, (code) => code.abort());
    await route.continue();
  });
}
