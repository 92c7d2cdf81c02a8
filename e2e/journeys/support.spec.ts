import type { Page } from '@playwright/test';
import { waitForOutboxToDrain, count, makeStaff } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { countEmails, linkIn, emailsTo, injectMailFailures, waitForEmail } from '../support/mailbox.js';
import { newUser, createUser, type TestUser } from '../support/users.js';
import { createCustomer } from '../support/purchase.js';
import { signIn } from '../support/pages.js';
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

async function createSupportAgent(): Promise<TestUser> {
  const user = await createUser(newUser({ fullName: 'Sam Support' }));
  await makeStaff(user.email, 'support');
  return user;
}

async function openFailedEmail(page: Page, recipient: string): Promise<void> {
  const search = page.getByRole('search', { name: 'Emails' });
  await search.getByLabel('Recipient').fill(recipient);
  await search.getByLabel('Status').selectOption('Failed');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Welcome to the product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to the product' })).toBeVisible();
}

test('finds a failed welcome email, sees its links masked, and resends it to a corrected address @phone', async ({
  page,
}) => {
  const buyer = await customerWithoutWelcomeEmail();
  const corrected = newUser().email;
  await page.goto('/admin');
  await expect(page).toHaveURL('/auth?next=%2Fadmin');
  await signIn(page, testEnvironment.administrator, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
  await openFailedEmail(page, buyer.email);
  await expect(page.getByRole('table', { name: 'Attempts' })).toContainText('No such mailbox: please check');
  await page.getByRole('radio', { name: 'Text' }).check();
  const text = page.getByRole('main').locator('pre');
  await expect(text).toContainText('/auth/confirm?token=');
  expect(await text.textContent()).not.toMatch(/token=[\w-]{20}/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Resend email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend this email?' });
  await dialog.getByLabel('Send to').fill(corrected);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Resend' }).click();
  const outcome = page.getByRole('dialog', { name: 'Result' });
  await expect(outcome.getByText('Sent.')).toBeVisible();
  await expect(outcome.getByText('Sent', { exact: true })).toBeVisible();
  await expect(outcome.getByText('Accepted by the mail server')).toBeVisible();
  await expectAccessible(page);
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Resend email' })).toBeDisabled();

  const email = await waitForEmail(corrected, 'Welcome to');
  expect(linkIn(email, '/auth/confirm')).toMatch(/token=[\w-]{20}/);
  await waitForOutboxToDrain();
  expect(await countEmails(corrected)).toBe(1);
  expect(await countEmails(buyer.email)).toBe(0);
  const replays = `select count(*) from audit_entries where action = 'email.replayed' and subject_id in (select id::text from emails where recipient = $1)`;
  expect(await count(replays, [buyer.email])).toBe(1);
});

test('sends one email when two support agents resend it at the same time', async ({ newVisitor }) => {
  const buyer = await customerWithoutWelcomeEmail();
  const staffPages = await Promise.all([newVisitor(), newVisitor()]);
  for (const page of staffPages) {
    await signIn(page, await createSupportAgent(), '/admin');
    await openFailedEmail(page, buyer.email);
    await page.getByRole('button', { name: 'Resend email' }).click();
  }
  await Promise.all(
    staffPages.map((page) => page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()),
  );
  const results: (string | null)[] = [];
  for (const page of staffPages) {
    const outcome = page.getByRole('dialog', { name: 'Result' });
    await expect(outcome.getByText('Sent.')).toBeVisible();
    results.push(await outcome.getByRole('listitem').textContent());
  }
  expect(results.filter((result) => result?.includes('Already queued'))).toHaveLength(1);
  await waitForEmail(buyer.email, 'Welcome to');
  await waitForOutboxToDrain();
  expect(await emailsTo(buyer.email)).toHaveLength(1);
});

test('resends selected emails from the list and opens the queues', async ({ page }) => {
  const buyer = await customerWithoutWelcomeEmail();
  await signIn(page, await createSupportAgent(), '/admin');
  const search = page.getByRole('search', { name: 'Emails' });
  await search.getByLabel('Recipient').fill(buyer.email);
  await search.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('checkbox', { name: `Select Welcome to the product to ${buyer.email}` }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resend selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await waitForEmail(buyer.email, 'Welcome to');

  await search.getByLabel('Recipient').fill('unknown@example.com');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No matching emails')).toBeVisible();
  await page.getByRole('link', { name: 'Queues' }).click();
  await expect(page.getByRole('table', { name: 'Queues' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('rejects customers', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 403/);
  await signIn(page, await createUser(), '/admin');
  await expect(page.getByText('This page is for staff only')).toBeVisible();
  await expectAccessible(page);
});
