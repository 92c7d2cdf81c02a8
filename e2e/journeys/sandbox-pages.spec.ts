import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { startIsolatedSandbox, type IsolatedSandbox } from '../support/isolated-sandbox.js';
import { CARDS } from '../support/sandbox.js';
import { expectAccessible } from '../support/accessibility.js';
import { testEnvironment } from '../support/test-environment.js';
import { createUnconfirmedUser, newUser } from '../support/users.js';

let sandbox: IsolatedSandbox;
test.beforeEach(async () => {
  sandbox = await startIsolatedSandbox();
});
// The page polls the sandbox, so it is closed first.
test.afterEach(async ({ page }) => {
  await page.close();
  await sandbox.close();
});

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Buyer');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
}
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click();
const getSession = (id: string) => sandbox.stripe.checkout.sessions.retrieve(id);
const chargedAmounts = async (): Promise<number[]> => {
  const { data } = await sandbox.stripe.charges.list({ limit: 100 });
  return data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
};

/** Buys a plan on the hosted page. */
async function buyPlan(page: Page, email: string): Promise<void> {
  await page.goto((await sandbox.openCheckout(email)).page);
  await enterCard(page, CARDS.valid);
  await subscribe(page);
  await page.waitForURL(`${sandbox.merchantUrl}/thanks?*`);
}

test.describe('the mailbox', () => {
  test('explains what it shows and what to do while it is empty, and shows an email', async ({
    page,
    consoleErrors,
  }) => {
    // Playwright's own script, in the sandboxed preview.
    consoleErrors.allow(/^error: Blocked script execution/);
    const user = newUser();
    await page.goto(testEnvironment.mailboxUrl);
    await expect(
      page.getByText("The product's emails appear here instead of being delivered."),
    ).toBeVisible();
    await page.getByRole('searchbox', { name: 'Recipient' }).fill(user.email);
    await expect(page.getByText(`No emails to “${user.email}”`)).toBeVisible();
    await expect(page.getByText('Select an email to read it.')).toBeHidden();
    await expectAccessible(page);
    await createUnconfirmedUser(user);
    const email = page.getByRole('button', { name: 'Confirm your email address' });
    await expect(email).toBeVisible();
    await expect(page.getByText('Select an email to read it.')).toBeVisible();
    await email.click();
    await expect(page.getByRole('article')).toContainText(user.email);
    await expect(page.getByRole('article')).toContainText(
      new Date().toLocaleDateString('en-US', { dateStyle: 'medium' }),
    );
  });
});

test.describe('the hosted checkout of the payment sandbox', () => {
  test('shows the order, accepts a card, and returns with the session', async ({ page }) => {
    const { id, page: address } = await sandbox.openCheckout('ada@example.com');
    await page.goto(address);
    await expect(page.getByText('Test mode', { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText(['Team$49.00 / month']);
    await expect(page.getByText('Due today $49.00')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expectAccessible(page);
    await enterCard(page, CARDS.valid);
    await subscribe(page);
    await expect(page).toHaveURL(`${sandbox.merchantUrl}/thanks?session_id=${id}`);
    expect(await getSession(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(await chargedAmounts()).toEqual([4900]);

    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText('This checkout has already been paid.');
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
  });

  test('shows why a card was declined and charges the next one once', async ({ page }) => {
    const { id, page: address } = await sandbox.openCheckout('ada@example.com');
    await page.goto(address);
    await enterCard(page, CARDS.insufficientFunds);
    await subscribe(page);
    await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.');
    await expectAccessible(page);
    expect(await getSession(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    await page.getByLabel('Card number').fill(CARDS.valid);
    await subscribe(page);
    await page.waitForURL(`${sandbox.merchantUrl}/thanks?*`);
    expect(await chargedAmounts()).toEqual([4900]);
  });

  test('runs 3-D Secure and charges nothing when authentication fails', async ({ page }) => {
    const { id, page: address } = await sandbox.openCheckout('ada@example.com');
    await page.goto(address);
    await enterCard(page, CARDS.requiresAuthentication);
    await subscribe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Fail authentication' }).click();
    await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
    expect(await chargedAmounts()).toEqual([]);
    await subscribe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Complete authentication' }).click();
    await page.waitForURL(`${sandbox.merchantUrl}/thanks?*`);
    await expect.poll(async () => (await getSession(id)).status).toBe('complete');
    expect(await chargedAmounts()).toEqual([4900]);
  });

  test('lets a buyer go back without paying and rejects an expired session', async ({ page }) => {
    const { id, page: address } = await sandbox.openCheckout('ada@example.com');
    await page.goto(address);
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect(page).toHaveURL(`${sandbox.merchantUrl}/prices`);
    expect(await getSession(id)).toMatchObject({ status: 'open' });
    await sandbox.stripe.checkout.sessions.expire(id);
    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText('This checkout has expired.');
    await expect(page.getByLabel('Card number')).toBeHidden();
    expect(await chargedAmounts()).toEqual([]);
  });
});

test.describe('the dashboard of the payment sandbox', () => {
  const rows = (page: Page, heading: string) =>
    page.getByRole('region', { name: heading }).locator('tbody tr');

  test('lists payments, subscriptions and events as they happen', async ({ page, newVisitor }) => {
    await page.goto(sandbox.url);
    await expect(rows(page, 'Payments')).toHaveText(['No payments yet.']);
    await expect(rows(page, 'Subscriptions')).toHaveText(['No subscriptions yet.']);
    await expectAccessible(page);
    await buyPlan(await newVisitor(), 'ada@example.com');
    await expect(rows(page, 'Payments')).toHaveCount(1);
    for (const text of ['$49.00', 'succeeded', 'ada@example.com'])
      await expect(rows(page, 'Payments')).toContainText(text);
    for (const text of ['team_month', 'active', 'ada@example.com'])
      await expect(rows(page, 'Subscriptions')).toContainText(text);
    const paid = rows(page, 'Events').filter({ hasText: 'invoice.paid' });
    await expect(paid).toContainText('delivered');
    expect(sandbox.events).toContain('invoice.paid');
    await expect(page.getByText(`Sent to ${sandbox.merchantUrl}/events`)).toBeVisible();
    await expectAccessible(page);
  });

  test('shows a declined payment with its reason', async ({ page, newVisitor }) => {
    const buyer = await newVisitor();
    await buyer.goto((await sandbox.openCheckout('ada@example.com')).page);
    await enterCard(buyer, CARDS.insufficientFunds);
    await subscribe(buyer);
    await expect(buyer.getByRole('alert')).toBeVisible();
    await page.goto(sandbox.url);
    await expect(rows(page, 'Payments')).toContainText('insufficient_funds');
  });

  test('drops an event on demand and resends it', async ({ page }) => {
    await page.goto(sandbox.url);
    await page.getByRole('button', { name: 'Drop' }).click();
    await expect(page.getByRole('status')).toHaveText('Simulated failure added.');
    await expect(page.getByText('drop, 1 left')).toBeVisible();
    await sandbox.stripe.customers.create({ email: 'ada@example.com' });
    const created = rows(page, 'Events').filter({ hasText: 'customer.created' });
    await expect(created).toContainText('dropped');
    expect(sandbox.events).not.toContain('customer.created');
    await created.getByRole('button', { name: /^Resend evt_\w+$/ }).click();
    await expect(created).toContainText('delivered');
    expect(sandbox.events).toContain('customer.created');
  });

  test('fails the next API call until failures are cleared', async ({ page }) => {
    await page.goto(sandbox.url);
    const create = () => sandbox.stripe.customers.create({ email: 'ada@example.com' });
    await page.getByRole('button', { name: 'Fail', exact: true }).click();
    await expect(page.getByText('error, 1 left')).toBeVisible();
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    await expect(page.getByText('None.')).toBeVisible();
    await create();

    await page.getByRole('button', { name: 'Rate limit (429)' }).click();
    await expect(page.getByText('error, 1 left')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page.getByRole('status')).toHaveText('Simulated failures cleared.');
    await expect(page.getByText('None.')).toBeVisible();
    await create();
  });

  test('advances the clock by a month and renews the plan', async ({ page, newVisitor }) => {
    await buyPlan(await newVisitor(), 'ada@example.com');
    await page.goto(sandbox.url);
    await page.getByRole('button', { name: '1 month' }).click();
    await expect(page.getByRole('status')).toHaveText('Clock advanced by 1 month.');
    await page.getByRole('button', { name: '1 day' }).click();
    await expect(page.getByText(/\(3[12]\.\d days ahead\)/)).toBeVisible();
    await expect(rows(page, 'Payments')).toHaveCount(2);
    expect(await chargedAmounts()).toEqual([4900, 4900]);
  });

  test('shows an error when the sandbox is unreachable', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_CONNECTION_REFUSED/);
    await page.goto(sandbox.url);
    await expect(rows(page, 'Payments')).toHaveText(['No payments yet.']);
    await sandbox.stop();
    await expect(page.getByRole('alert')).toHaveText("Can't reach the sandbox. Retrying…");
  });
});
