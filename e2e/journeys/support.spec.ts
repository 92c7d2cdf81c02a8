import type { Page } from '@playwright/test';
import { allWorkDone, count, makeStaff } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { countMails, linkIn, emailsTo, troubleMail, waitForMail } from '../support/mailbox.js';
import { aPerson, withAccount, type Person } from '../support/people.js';
import { customer } from '../support/purchase.js';
import { signIn } from '../support/screens.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectWellMade } from '../support/well-made.js';

/** A customer whose welcome email the mail server rejects for good. */
async function unwelcomedCustomer(): Promise<Person> {
  const person = aPerson();
  await troubleMail({
    reject: { code: 550, message: 'No such mailbox: please check', to: person.email, count: 1 },
  });
  await customer(person);
  await expect
    .poll(() =>
      count(`select count(*) from emails where recipient = $1 and status = 'failed'`, [person.email]),
    )
    .toBe(1);
  return person;
}

async function aSupporter(): Promise<Person> {
  const person = await withAccount(aPerson({ fullName: 'Sam Support' }));
  await makeStaff(person.email, 'support');
  return person;
}

async function openFailedMail(page: Page, recipient: string): Promise<void> {
  const search = page.getByRole('search', { name: 'Emails' });
  await search.getByLabel('Recipient').fill(recipient);
  await search.getByLabel('Status').selectOption('Failed');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Welcome to the product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to the product' })).toBeVisible();
}

test('finds a welcome email that failed, reads it masked, and replays it to a corrected address @phone', async ({
  page,
}) => {
  const buyer = await unwelcomedCustomer();
  const corrected = aPerson().email;
  await page.goto('/admin');
  await expect(page).toHaveURL('/auth?next=%2Fadmin');
  await signIn(page, testEnvironment.administrator, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
  await openFailedMail(page, buyer.email);
  await expect(page.getByRole('table', { name: 'Attempts' })).toContainText('No such mailbox: please check');
  await page.getByRole('radio', { name: 'Text' }).check();
  const text = page.getByRole('main').locator('pre');
  await expect(text).toContainText('/auth/confirm?token=');
  expect(await text.textContent()).not.toMatch(/token=[\w-]{20}/);
  await expectWellMade(page);

  await page.getByRole('button', { name: 'Replay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend this email?' });
  await dialog.getByLabel('Send to').fill(corrected);
  await expectWellMade(page);
  await dialog.getByRole('button', { name: 'Resend' }).click();
  const outcome = page.getByRole('dialog', { name: 'Result' });
  await expect(outcome.getByText('Sent.')).toBeVisible();
  await expect(outcome.getByText('Sent', { exact: true })).toBeVisible();
  await expect(outcome.getByText('Accepted by the mail server')).toBeVisible();
  await expectWellMade(page);
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Replay' })).toBeDisabled();

  const mail = await waitForMail(corrected, 'Welcome to');
  expect(linkIn(mail, '/auth/confirm')).toMatch(/token=[\w-]{20}/);
  await allWorkDone();
  expect(await countMails(corrected)).toBe(1);
  expect(await countMails(buyer.email)).toBe(0);
  const acts = `select count(*) from audit_entries where action = 'email.replayed' and subject_id in (select id::text from emails where recipient = $1)`;
  expect(await count(acts, [buyer.email])).toBe(1);
});

test('two supporters press replay at the same moment, and the customer gets one email', async ({
  newVisitor,
}) => {
  const buyer = await unwelcomedCustomer();
  const desks = await Promise.all([newVisitor(), newVisitor()]);
  for (const page of desks) {
    await signIn(page, await aSupporter(), '/admin');
    await openFailedMail(page, buyer.email);
    await page.getByRole('button', { name: 'Replay' }).click();
  }
  await Promise.all(desks.map((page) => page.getByRole('button', { name: 'Resend' }).click()));
  const said: (string | null)[] = [];
  for (const page of desks) {
    const outcome = page.getByRole('dialog', { name: 'Result' });
    await expect(outcome.getByText('Sent.')).toBeVisible();
    said.push(await outcome.getByRole('listitem').textContent());
  }
  expect(said.filter((words) => words?.includes('Already queued'))).toHaveLength(1);
  await waitForMail(buyer.email, 'Welcome to');
  await allWorkDone();
  expect(await emailsTo(buyer.email)).toHaveLength(1);
});

test('selects failed emails in the list, replays them together, and looks at the queues', async ({
  page,
}) => {
  const buyer = await unwelcomedCustomer();
  await signIn(page, await aSupporter(), '/admin');
  const search = page.getByRole('search', { name: 'Emails' });
  await search.getByLabel('Recipient').fill(buyer.email);
  await search.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('checkbox', { name: `Select Welcome to the product to ${buyer.email}` }).check();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Replay selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await waitForMail(buyer.email, 'Welcome to');

  await search.getByLabel('Recipient').fill('nobody@nowhere.example');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No matching emails')).toBeVisible();
  await page.getByRole('link', { name: 'Queues' }).click();
  await expect(page.getByRole('table', { name: 'Queues' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0);
  await expectWellMade(page);
});

test('is no member of staff and is rejected', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/status of 403/);
  await signIn(page, await withAccount(), '/admin');
  await expect(page.getByText('This page is for staff only')).toBeVisible();
  await expectWellMade(page);
});
