import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { startIsolatedSandbox, type IsolatedSandbox } from '../support/isolated-sandbox.js';
import { CARDS } from '../support/sandbox.js';
import { expectAccessible } from '../support/accessibility.js';
import { testEnvironment } from '../support/test-environment.js';
import { createUnconfirmedUser, newUser } from '../support/users.js';

let sandbox: IsolatedSandbox;
test.beforeAll(async () => {
  sandbox = await startIsolatedSandbox();
});
test.afterAll(() => sandbox?.close());
/** The pages refresh twenty times as often. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const { setInterval } = window;
    Object.assign(window, { setInterval: (call: () => void, ms: number) => setInterval(call, ms / 20) });
  }),
);

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Buyer');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
}
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click();
const getSession = (id: string) => sandbox.stripe.checkout.sessions.retrieve(id);
/** Amounts that a payer was charged. */
const chargedAmounts = async (email: string): Promise<number[]> => {
  const { data } = await sandbox.stripe.charges.list({ limit: 100 });
  return data
    .filter(({ status, billing_details }) => status === 'succeeded' && billing_details.email === email)
    .map(({ amount }) => amount);
};

test('the mailbox explains what it shows and what to do while it is empty, and shows an email @full', async ({
  page,
  consoleErrors,
}) => {
  // Playwright's own script, in the sandboxed preview.
  consoleErrors.allow(/^error: Blocked script execution/);
  const user = newUser();
  await page.goto(testEnvironment.mailboxUrl);
  await expect(page.getByText("The product's emails appear here instead of being delivered.")).toBeVisible();
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

test('the hosted checkout shows declines and 3-D Secure, charges once, and returns with the session @full', async ({
  page,
}) => {
  const { email } = newUser();
  const { id, page: address } = await sandbox.openCheckout(email);
  await page.goto(address);
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText(['Team$49.00 / month']);
  await expect(page.getByText('Due today $49.00')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await enterCard(page, CARDS.insufficientFunds);
  await subscribe(page);
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.');
  await expectAccessible(page);
  await page.getByLabel('Card number').fill(CARDS.requiresAuthentication);
  await subscribe(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
  expect(await getSession(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  expect(await chargedAmounts(email)).toEqual([]);
  await subscribe(page);
  await dialog.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page).toHaveURL(`${sandbox.merchantUrl}/thanks?session_id=${id}`);
  expect(await getSession(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  expect(await chargedAmounts(email)).toEqual([4900]);

  await page.goto(address);
  await expect(page.getByRole('alert')).toHaveText('This checkout has already been paid.');
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
});

test('the hosted checkout lets a buyer go back without paying and rejects an expired session @full', async ({
  page,
}) => {
  const { id, page: address } = await sandbox.openCheckout(newUser().email);
  await page.goto(address);
  await page.getByRole('link', { name: 'Go back' }).click();
  await expect(page).toHaveURL(`${sandbox.merchantUrl}/prices`);
  expect(await getSession(id)).toMatchObject({ status: 'open' });
  await sandbox.stripe.checkout.sessions.expire(id);
  await page.goto(address);
  await expect(page.getByRole('alert')).toHaveText('This checkout has expired.');
  await expect(page.getByLabel('Card number')).toBeHidden();
});

test('the dashboard lists what happens, fails calls, drops and resends events, and advances the clock @full', async ({
  page,
  newVisitor,
  consoleErrors,
}) => {
  // The sandbox is stopped at the end, perhaps while the page asks it for news.
  consoleErrors.allow(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/);
  const rows = (heading: string) => page.getByRole('region', { name: heading }).locator('tbody tr');
  const { email } = newUser();
  const ofBuyer = (heading: string) => rows(heading).filter({ hasText: email }).first();
  const status = page.getByRole('status');
  await page.goto(sandbox.url);

  const buyer = await newVisitor();
  await buyer.goto((await sandbox.openCheckout(email)).page);
  await enterCard(buyer, CARDS.insufficientFunds);
  await subscribe(buyer);
  await expect(buyer.getByRole('alert')).toBeVisible();
  await expect(rows('Payments').filter({ hasText: 'insufficient_funds' }).first()).toBeVisible();
  await buyer.getByLabel('Card number').fill(CARDS.valid);
  await subscribe(buyer);
  await buyer.waitForURL(`${sandbox.merchantUrl}/thanks?*`);
  for (const text of ['$49.00', 'succeeded']) await expect(ofBuyer('Payments')).toContainText(text);
  for (const text of ['team_month', 'active']) await expect(ofBuyer('Subscriptions')).toContainText(text);
  await expect(rows('Events').filter({ hasText: 'invoice.paid' }).first()).toContainText('delivered');
  expect(sandbox.events).toContain('invoice.paid');
  await expect(page.getByText(`Sent to ${sandbox.merchantUrl}/events`)).toBeVisible();
  await expectAccessible(page);

  const createCustomer = () => sandbox.stripe.customers.create({ email: newUser().email });
  const created = () => sandbox.events.filter((type) => type === 'customer.created').length;
  await page.getByRole('button', { name: 'Drop' }).click();
  await expect(status).toHaveText('Simulated failure added.');
  await expect(page.getByText('drop, 1 left')).toBeVisible();
  const before = created();
  await createCustomer();
  const dropped = rows('Events').filter({ hasText: 'customer.created' }).first();
  await expect(dropped).toContainText('dropped');
  expect(created()).toBe(before);
  await dropped.getByRole('button', { name: /^Resend evt_\w+$/ }).click();
  await expect(dropped).toContainText('delivered');
  expect(created()).toBe(before + 1);

  await page.getByRole('button', { name: 'Fail', exact: true }).click();
  await expect(page.getByText('error, 1 left')).toBeVisible();
  await expect(createCustomer()).rejects.toMatchObject({ statusCode: 500 });
  await expect(page.getByText('None.')).toBeVisible();
  await page.getByRole('button', { name: 'Rate limit (429)' }).click();
  await expect(page.getByText('error, 1 left')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(status).toHaveText('Simulated failures cleared.');
  await createCustomer();

  await page.getByRole('button', { name: '1 month' }).click();
  await expect(status).toHaveText('Clock advanced by 1 month.');
  await page.getByRole('button', { name: '1 day' }).click();
  await expect(page.getByText(/\(3[12]\.\d days ahead\)/)).toBeVisible();
  await expect.poll(() => chargedAmounts(email)).toEqual([4900, 4900]);

  await sandbox.stop();
  await expect(page.getByRole('alert')).toHaveText("Can't reach the sandbox. Retrying…");
});
