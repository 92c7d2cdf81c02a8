import { expect, test } from '../support/journey.js';
import { aPerson, tierOf, trySignIn } from '../support/people.js';
import { openCheckout, prepare } from '../support/purchase.js';
import { CARDS, chargesOf, intentStatus } from '../support/sandbox.js';
import { CheckoutScreen, expectThanks, expectToast } from '../support/screens.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectPaidCustomer, expectWelcomedOnce } from '../support/welcome.js';
import { expectWellMade } from '../support/well-made.js';

/** The browser itself writes a rejected payment into the console. */
const REFUSED_PAYMENT = /status of 402/;

test('pays with a card whose bank asks, and says yes @phone', async ({ page }) => {
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer, CARDS.asksAlways);
  await expect(checkout.bank).toContainText('$49.00');
  await expect(checkout.payButton).toHaveText('Processing Payment...');
  await expectWellMade(page);
  await checkout.bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('says no to the bank, is told, and pays with another card', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(REFUSED_PAYMENT);
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer, CARDS.asksAlways);
  await checkout.bank.getByRole('button', { name: 'Fail authentication' }).click();
  await expectToast(page, 'Payment Failed', 'We are unable to authenticate your payment method.');
  await expect(
    checkout.form.getByText('We are unable to authenticate your payment method.').first(),
  ).toBeVisible();
  expect(await chargesOf(buyer.email)).toEqual([]);
  await checkout.typeCard(CARDS.good);
  await checkout.pay();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('is declined, corrects the card and is charged once, on the same intent', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(REFUSED_PAYMENT);
  const secrets = new Set<string>();
  page.on('request', (request) => {
    const secret =
      request.url().endsWith('/confirm') &&
      new URLSearchParams(request.postData() ?? '').get('client_secret');
    if (secret) secrets.add(secret);
  });
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer, CARDS.declined);
  await expectToast(page, 'Payment Failed', 'Your card was declined.');
  await expect(checkout.payButton).toHaveText('Pay $49');
  await expect(checkout.form.getByLabel('Email')).toHaveValue(buyer.email);
  await expectWellMade(page);
  await checkout.typeCard(CARDS.insufficientFunds);
  await checkout.pay();
  await expectToast(page, 'Payment Failed', 'Your card has insufficient funds.');
  await checkout.typeCard(CARDS.good);
  await checkout.pay();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
  expect(secrets.size).toBe(1);
});

test('waits for a slow bank on a page that goes on by itself', async ({ page }) => {
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer, CARDS.processing);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await expectWellMade(page);
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('is rejected by a slow bank in the end, and gets the form back', async ({ page }) => {
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer, CARDS.processingThenDeclined);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await expect(checkout.payButton).toBeVisible();
  await expect(checkout.form.getByText('Payment Failed')).toBeVisible();
  await expect(checkout.form.getByLabel('Email')).toHaveValue(buyer.email);
  expect(await chargesOf(buyer.email)).toEqual([]);
});

test('presses the button twice and is charged once', async ({ page }) => {
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.fillIn(buyer);
  await checkout.typeCard();
  await checkout.payButton.dblclick();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('opens another plan in a second tab: the first says so, keeps the card, and buys its own with a second press', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 409/);
  const buyer = aPerson();
  const first = await new CheckoutScreen(page).open('plan=team');
  await first.fillIn(buyer);
  await first.typeCard();
  await new CheckoutScreen(await context.newPage()).open('plan=growth');
  await first.pay();
  await expect(first.form.getByText('You opened another checkout')).toBeVisible();
  expect(await chargesOf(buyer.email)).toEqual([]);
  await first.pay();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('pays in two tabs at once and is charged once', async ({ page, context, consoleErrors }) => {
  consoleErrors.tolerate(/status of (400|402|409)/);
  const buyer = aPerson();
  const tabs = [new CheckoutScreen(page), new CheckoutScreen(await context.newPage())];
  for (const tab of tabs) {
    await tab.open();
    await tab.fillIn(buyer);
    await tab.typeCard();
  }
  await Promise.all(tabs.map((tab) => tab.pay()));
  for (const tab of tabs) await expectThanks(tab.page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('is declined five times, is told that the payment was canceled, and pays a fresh one', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(REFUSED_PAYMENT, /status of 409/);
  const buyer = aPerson();
  const opened = page.waitForResponse('**/create-payment-intent');
  const checkout = await new CheckoutScreen(page).open();
  const { paymentIntentId } = (await (await opened).json()) as { paymentIntentId: string };
  await checkout.fillIn(buyer);
  for (let declines = 0; declines < 5; declines += 1) {
    await checkout.typeCard(CARDS.declined);
    const answered = page.waitForResponse(/payment_intents\/.*\/confirm$/);
    await checkout.pay();
    expect((await answered).status()).toBe(402);
    await expect(checkout.payButton).toHaveText('Pay $49');
  }
  await expect.poll(() => intentStatus(paymentIntentId)).toBe('canceled');
  await checkout.typeCard(CARDS.good);
  await checkout.pay();
  await expectToast(page, 'Payment Failed', 'Your card was declined 5 times, so we canceled this payment.');
  expect(await chargesOf(buyer.email)).toEqual([]);
  await expectWellMade(page);
  await expect(checkout.form.getByLabel('Email')).toHaveValue(buyer.email);
  await checkout.pay();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('loses the response before the charge, cookie and all: one more press pays, once', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/ERR_FAILED/, /status of 409/);
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
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
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('has a checkout cookie from an attacker, who prepares while the bank asks: the buyer gets the plan', async ({
  page,
  context,
}) => {
  const attacker = aPerson();
  const planted = await openCheckout();
  const [name, value] = planted.cookie.split('=') as [string, string];
  await context.addCookies([
    { name, value, domain: new URL(testEnvironment.siteUrl).hostname, path: '/api/functions' },
  ]);
  const buyer = aPerson();
  const opened = page.waitForResponse('**/create-payment-intent');
  const checkout = await new CheckoutScreen(page).open();
  expect(await (await opened).json()).toMatchObject({ paymentIntentId: planted.paymentIntentId });
  await checkout.buy(buyer, CARDS.asksAlways);
  await expect(checkout.bank).toBeVisible();
  expect(await prepare(planted, attacker)).toMatchObject({
    status: 409,
    body: { code: 'checkout_cookie_mismatch' },
  });
  await checkout.bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
  expect((await trySignIn(attacker)).status).toBe(400);
});

test('closes the browser right after the charge, and ten seconds later is a customer', async ({
  newVisitor,
}) => {
  const buyer = aPerson();
  const page = await newVisitor();
  const checkout = await new CheckoutScreen(page).open();
  const charged = page.waitForResponse((response) => /payment_intents\/.*\/confirm$/.test(response.url()));
  await page.route('**/process-payment', (route) => route.abort());
  await checkout.buy(buyer);
  await charged;
  await page.context().close();
  await expect.poll(() => tierOf(buyer), { timeout: 10_000 }).toBe('team');
  await expectPaidCustomer(buyer, { withinMs: 10_000 });
});

test('reloads while the account is being made, and arrives all the same', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/ERR_FAILED/);
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await page.route('**/process-payment', (route) => route.abort());
  await checkout.buy(buyer);
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await page.unroute('**/process-payment');
  await page.reload();
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('reloads while the bank asks, pays again, and is charged once', async ({ page }) => {
  const buyer = aPerson();
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer, CARDS.asksAlways);
  await expect(checkout.bank).toBeVisible();
  await page.reload();
  await expect(checkout.payButton).toBeVisible();
  await checkout.buy(buyer, CARDS.good);
  await expectThanks(page, buyer.email);
  await expectPaidCustomer(buyer);
});

test('goes back to the prices in the middle, changes the plan twice, and pays for what stands on the bill', async ({
  page,
}) => {
  const buyer = aPerson();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  const checkout = new CheckoutScreen(page);
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
  await expectThanks(page, buyer.email);
  await page.goBack();
  await expect(page).toHaveURL('/pricing');
  await expectWelcomedOnce(buyer.email);
  await expectPaidCustomer(buyer);
});
