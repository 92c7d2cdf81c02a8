import type { Page } from '@playwright/test';
import { count } from '../support/database.js';
import { expect, PHONE, test } from '../support/journey.js';
import { countEmails, linkIn, injectMailFailures, waitForEmail } from '../support/mailbox.js';
import { newUser, createUser, type TestUser } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { createSubscriber } from '../support/subscribers.js';
import { expectToast, openSignedIn, signIn } from '../support/pages.js';
import { listCharges } from '../support/sandbox.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectAccessible } from '../support/accessibility.js';

/** A customer whose welcome email was permanently rejected by the mail server. */
async function customerWithoutWelcomeEmail(): Promise<TestUser> {
  const user = newUser();
  await injectMailFailures({
    reject: { code: 550, message: 'No such mailbox: please check', to: user.email, count: 1 },
  });
  await createCustomer(user);
  await expect
    .poll(() => count(`select count(*) from emails where recipient = $1 and status = 'failed'`, [user.email]))
    .toBe(1);
  return user;
}

async function openFailedEmail(page: Page, recipient: string): Promise<void> {
  const search = page.getByRole('search', { name: 'Emails' });
  await search.getByLabel('Recipient').fill(recipient);
  const more = search.getByRole('button', { name: 'Filters' });
  if (await more.isVisible()) await more.click();
  await search.getByLabel('Status').selectOption('Failed');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Welcome to the product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to the product' })).toBeVisible();
}

/** Opens a section from the menu of a narrow screen. */
async function openSectionByKeyboard(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Sections' });
  const sections = page.getByRole('navigation', { name: 'Console' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(sections).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sections).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await sections.getByRole('link', { name }).press('Enter');
  await expect(sections).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

test('refunds a part of a payment, then the rest with the end of the plan @full', async ({ page }) => {
  const { email } = await createSubscriber();
  await openSignedIn(page, testEnvironment.administrator, '/admin/customers?q=' + encodeURIComponent(email));
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  const payment = page.getByRole('main').getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payment.getByText('Paid', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'End plan Team' }).click();
  const ending = page.getByRole('dialog', { name: 'End the Team plan?' });
  await expect(ending.getByRole('radio', { name: 'End of period' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'End plan Team' })).toBeFocused();

  const refund = payment.getByRole('button', { name: /^Refund/ });
  await refund.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' });
  const amount = dialog.getByLabel('Amount in USD');
  await expect(amount).toBeFocused();
  await amount.fill('50');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Enter an amount from $0.01 to $49.')).toBeVisible();
  await expect(amount).toBeFocused();
  await expectAccessible(page);
  await amount.fill('10');
  await dialog.getByRole('radio', { name: 'Keep plan' }).check();
  await dialog.getByLabel('Reason').fill('Goodwill.');
  await dialog.getByRole('button', { name: 'Refund $10' }).dblclick();
  await expectToast(page, 'Payment refunded', '$10 is on its way to the customer.');
  await expect(refund).toBeFocused();
  await expect(payment.getByText('Partially refunded')).toBeVisible();
  await expect(payment.getByText('$10 refunded')).toBeVisible();

  await refund.click();
  await expect(amount).toHaveValue('39.00');
  await dialog.getByRole('radio', { name: 'End plan' }).check();
  await dialog.getByLabel('Reason').fill('The customer asked for it.');
  await dialog.getByRole('button', { name: 'Refund $39 and end plan' }).click();
  await expectToast(page, 'Payment refunded', 'The plan has ended.');
  await expect(payment.getByText('$49 refunded')).toBeVisible();
  await expect(refund).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^End plan/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeFocused();
  expect((await listCharges(email)).map(({ amount_refunded }) => amount_refunded)).toEqual([4900]);
});

test('every section of the console is accessible, a shortcut finds customers, and customers are rejected', async ({
  page,
  newVisitor,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 403/);
  await openSignedIn(page, testEnvironment.administrator, '/admin');
  const sections = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
  await expect(sections.first()).toBeVisible();
  for (const section of await sections.all()) {
    await section.click();
    await expect(section).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.locator('input:focus').fill('no such customer');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No matching customers')).toBeVisible();

  const customer = await newVisitor();
  await openSignedIn(customer, await createUser(), '/admin');
  await expect(customer.getByText('This page is for staff only')).toBeVisible();
  await expectAccessible(customer);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('finds a failed welcome email, sees its links masked, and resends it to a corrected address', async ({
    page,
    newVisitor,
  }) => {
    const buyer = await customerWithoutWelcomeEmail();
    const corrected = newUser().email;
    await page.goto('/admin');
    await expect(page).toHaveURL('/auth?next=%2Fadmin');
    await signIn(page, testEnvironment.administrator, '/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Results' }).getByRole('listitem').first(),
    ).toBeInViewport();
    await openSectionByKeyboard(page, 'Customers');
    await page.goBack();
    await openFailedEmail(page, buyer.email);
    await expect(page.getByRole('table', { name: 'Attempts' })).toContainText(
      'No such mailbox: please check',
    );
    await page.getByRole('radio', { name: 'Text' }).check();
    const text = page.getByRole('main').locator('pre');
    await expect(text).toContainText('/auth/confirm?token=');
    expect(await text.textContent()).not.toMatch(/token=[\w-]{20}/);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Resend email' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Resend this email?' });
    await dialog.getByLabel('Send to').fill(corrected);
    await dialog.getByRole('button', { name: 'Resend' }).dblclick();
    const outcome = page.getByRole('dialog', { name: 'Result' });
    await expect(page.getByText('Failed, resent')).toBeVisible();
    await expect(outcome.getByText('Sent', { exact: true })).toBeVisible();
    await expect(outcome.getByText('Accepted by the mail server')).toBeVisible();
    await expectAccessible(page);
    await outcome.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Resend email' })).toBeDisabled();

    const email = await waitForEmail(corrected, 'Welcome to');
    expect(linkIn(email, '/auth/confirm')).toMatch(/token=[\w-]{20}/);
    expect(await countEmails(corrected)).toBe(1);
    expect(await countEmails(buyer.email)).toBe(0);
    const replays = `select count(*) from audit_entries where action = 'email.replayed' and subject_id in (select id::text from emails where recipient = $1)`;
    expect(await count(replays, [buyer.email])).toBe(1);

    // The link was sent to another address than the account's, so it only signs in.
    const customer = await newVisitor();
    await customer.goto(linkIn(email, '/auth/confirm'));
    await expect(customer.getByText(/your account still uses another address/)).toBeVisible();

    await page.getByRole('definition').getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: buyer.email })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('list', { name: 'Payments' }).getByText('$49', { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
  });
});
