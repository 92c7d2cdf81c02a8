import { expect, test } from '../support/journey.js';
import { newUser, tierOf, signInWithPassword } from '../support/users.js';
import { openCheckout, prepareCheckout } from '../support/purchase.js';
import { CARDS, chargesOf, intentStatus } from '../support/sandbox.js';
import { CheckoutPage, expectConfirmationPage, expectToast } from '../support/pages.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer, expectOneWelcomeEmail } from '../support/customers.js';
import { expectAccessible } from '../support/accessibility.js';

/** The browser logs the failed request of a declined payment. */
const PAYMENT_DECLINED = /status of 402/;

test('pays with 3-D Secure @phone', async ({ page }) => {
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.requiresAuthentication);
  await expect(checkout.threeDSecureDialog).toContainText('$49.00');
  await expect(checkout.payButton).toHaveText('Processing Payment...');
  await expectAccessible(page);
  await checkout.threeDSecureDialog.getByRole('button', { name: 'Complete authentication' }).click();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('fails 3-D Secure, sees the error, and pays with another card', async ({ page, consoleErrors }) => {
  consoleErrors.allow(PAYMENT_DECLINED);
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.requiresAuthentication);
  await checkout.threeDSecureDialog.getByRole('button', { name: 'Fail authentication' }).click();
  await expectToast(page, 'Payment Failed', 'We are unable to authenticate your payment method.');
  await expect(
    checkout.form.getByText('We are unable to authenticate your payment method.').first(),
  ).toBeVisible();
  expect(await chargesOf(buyer.email)).toEqual([]);
  await checkout.fillInCard(CARDS.valid);
  await checkout.pay();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('corrects a declined card and is charged once, on the same intent', async ({ page, consoleErrors }) => {
  consoleErrors.allow(PAYMENT_DECLINED);
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
  await checkout.fillInCard(CARDS.insufficientFunds);
  await checkout.pay();
  await expectToast(page, 'Payment Failed', 'Your card has insufficient funds.');
  await checkout.fillInCard(CARDS.valid);
  await checkout.pay();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
  expect(clientSecrets.size).toBe(1);
});

test('waits for a slow bank on a page that updates automatically', async ({ page }) => {
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.processing);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await expectAccessible(page);
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('gets the filled-in form back when a slow bank declines', async ({ page }) => {
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.processingThenDeclined);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await expect(checkout.payButton).toBeVisible();
  await expect(checkout.form.getByText('Payment Failed')).toBeVisible();
  await expect(checkout.form.getByLabel('Email')).toHaveValue(buyer.email);
  expect(await chargesOf(buyer.email)).toEqual([]);
});

test('double-clicks the button and is charged once', async ({ page }) => {
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.fillIn(buyer);
  await checkout.fillInCard();
  await checkout.payButton.dblclick();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('opens another plan in a second tab, and still buys the first one with one click', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  const buyer = newUser();
  const first = await new CheckoutPage(page).open('plan=team');
  await first.fillIn(buyer);
  await first.fillInCard();
  const second = await context.newPage();
  const opened = second.waitForResponse('**/create-payment-intent');
  await new CheckoutPage(second).open('plan=growth');
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await first.pay();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
  expect(await intentStatus(paymentIntentId)).toBe('canceled');
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
  for (const tab of tabs) await expectConfirmationPage(tab.page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('pays with a new intent after five declines canceled the first one', async ({ page, consoleErrors }) => {
  consoleErrors.allow(PAYMENT_DECLINED, /status of 409/);
  const buyer = newUser();
  const opened = page.waitForResponse('**/create-payment-intent');
  const checkout = await new CheckoutPage(page).open();
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await checkout.fillIn(buyer);
  await checkout.fillInCard(CARDS.declined);
  for (let declines = 0; declines < 5; declines += 1) {
    const confirmed = page.waitForResponse(/payment_intents\/.*\/confirm$/);
    await checkout.pay();
    expect((await confirmed).status()).toBe(402);
    await expect(checkout.payButton).toHaveText('Pay $49');
  }
  await expectToast(page, 'Payment Failed', 'Your card was declined 5 times, so we canceled this payment.');
  expect(await chargesOf(buyer.email)).toEqual([]);
  await expect(checkout.form.getByLabel('Email')).toHaveValue(buyer.email);
  await checkout.fillInCard(CARDS.valid);
  await checkout.pay();
  await expectConfirmationPage(page, buyer.email);
  await expect.poll(() => intentStatus(paymentIntentId)).toBe('canceled');
  await expectPaidCustomer(buyer);
});

test('retries after losing the response and cookie before the charge, and pays once', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/, /status of 409/);
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  const before = await context.cookies();
  await page.route(
    '**/prepare-checkout',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200);
      await context.addCookies(before);
      await route.abort();
    },
    { times: 1 },
  );
  await checkout.buy(buyer);
  await expectToast(page, 'Payment Failed', "We couldn't reach the server.");
  await checkout.pay();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('gets the plan despite a checkout cookie planted by an attacker who prepares during 3-D Secure', async ({
  page,
  context,
}) => {
  const attacker = newUser();
  const planted = await openCheckout();
  const [name, value] = planted.cookie.split('=') as [string, string];
  await context.addCookies([
    { name, value, domain: new URL(testEnvironment.siteUrl).hostname, path: '/api/functions' },
  ]);
  const buyer = newUser();
  const opened = page.waitForResponse('**/create-payment-intent');
  const checkout = await new CheckoutPage(page).open();
  expect(await (await opened).json()).toMatchObject({ paymentIntentId: planted.paymentIntentId });
  await checkout.buy(buyer, CARDS.requiresAuthentication);
  await expect(checkout.threeDSecureDialog).toBeVisible();
  expect(await prepareCheckout(planted, attacker)).toMatchObject({
    status: 409,
    body: { code: 'checkout_cookie_mismatch' },
  });
  await checkout.threeDSecureDialog.getByRole('button', { name: 'Complete authentication' }).click();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
  expect((await signInWithPassword(attacker)).status).toBe(400);
});

test('closes the browser after the charge and has the plan within ten seconds', async ({ newVisitor }) => {
  const buyer = newUser();
  const page = await newVisitor();
  const checkout = await new CheckoutPage(page).open();
  const charged = page.waitForResponse((response) => /payment_intents\/.*\/confirm$/.test(response.url()));
  await page.route('**/process-payment', (route) => route.abort());
  await checkout.buy(buyer);
  await charged;
  await page.context().close();
  await expect.poll(() => tierOf(buyer), { timeout: 10_000 }).toBe('team');
  await expectPaidCustomer(buyer, { withinMs: 10_000 });
});

test('reloads while the account is being created and still completes', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED/);
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await page.route('**/process-payment', (route) => route.abort());
  await checkout.buy(buyer);
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await page.unroute('**/process-payment');
  await page.reload();
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('reloads during 3-D Secure, pays again, and is charged once', async ({ page }) => {
  const buyer = newUser();
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer, CARDS.requiresAuthentication);
  await expect(checkout.threeDSecureDialog).toBeVisible();
  await page.reload();
  await expect(checkout.payButton).toBeVisible();
  await checkout.buy(buyer, CARDS.valid);
  await expectConfirmationPage(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('changes the plan twice and pays the price shown', async ({ page }) => {
  const buyer = newUser();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  const checkout = new CheckoutPage(page);
  await checkout.fillIn(buyer);
  await page.goBack();
  await page.getByRole('button', { name: 'Choose Growth' }).click();
  await expect(checkout.payButton).toHaveText('Pay $99');
  await page.getByRole('link', { name: 'Pay $999 yearly instead' }).click();
  await expect(checkout.payButton).toHaveText('Pay $999');
  await page.goBack();
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(checkout.payButton).toHaveText('Pay $49');
  await checkout.buy(buyer);
  await expectConfirmationPage(page, buyer.email);
  await page.goBack();
  await expect(page).toHaveURL('/pricing');
  await expectOneWelcomeEmail(buyer.email);
  await expectPaidCustomer(buyer);
});
