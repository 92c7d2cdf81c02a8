import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../support/journey.js';
import { waitForEmail } from '../support/mailbox.js';
import { expectToast, heading, openSignedIn } from '../support/pages.js';
import { createSubscriber } from '../support/subscribers.js';

const region = (page: Page, name: string) => page.getByRole('region', { name });

test.use(PHONE);

test('downloads their data, schedules the deletion of the account, and keeps it after all', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/);
  const user = await createSubscriber();
  await openSignedIn(page, user, '/account/data');
  await expect(heading(page, 'Your data')).toBeVisible();

  const data = region(page, 'Download your data');
  await data.getByRole('button', { name: 'Prepare download' }).click();
  const link = data.getByRole('link', { name: /^Download \(\d+ KB\)$/ });
  await expect(link).toBeVisible();
  const downloading = page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('your-data.zip');
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await waitForEmail(user.email, 'Your data is ready to download');

  const deletion = region(page, 'Delete your account');
  const submit = deletion.getByRole('button', { name: 'Delete account' });
  await deletion.getByLabel('Password', { exact: true }).fill('a guess');
  await submit.click();
  await expect(deletion.getByText('That password isn’t right. Please try again.')).toBeVisible();
  await deletion.getByLabel('Password', { exact: true }).fill(user.password);
  await submit.click();
  await expectToast(page, 'Deletion scheduled', 'We’ve emailed you the details.');
  await expect(deletion.getByText('Your account is scheduled for deletion')).toBeVisible();
  await waitForEmail(user.email, 'Your account is scheduled for deletion');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible();
  await expect(page.getByText(/You can use Team until/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume plan' })).toBeHidden();

  await page.goBack();
  await deletion.getByRole('button', { name: 'Keep my account' }).click();
  await expectToast(page, 'You’re keeping your account', 'We won’t delete anything.');
  await expect(submit).toBeVisible();
});
