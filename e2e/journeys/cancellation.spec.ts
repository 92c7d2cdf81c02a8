import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { expect, PHONE, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { heading } from '../support/pages.js';
import { TEAM } from '../support/purchase.js';
import { CARDS } from '../support/sandbox.js';
import { createSubscriber, getSubscription } from '../support/subscribers.js';

/** Downloads the submission as a text file. */
async function downloadSubmission(page: Page): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a copy' }).click();
  const download = await started;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

test.use(PHONE);

test('cancels without signing in and undoes it, then withdraws and gets a refund', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/, /^error: cancellation: We couldn’t reach/);
  // The guarantee is granted once per card, and other journeys use the first one.
  const user = await createSubscriber(TEAM, CARDS.mastercard);
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await page.goto('/');
  await footer.getByRole('link', { name: 'Cancel contracts here' }).click();
  await expect(heading(page, 'Cancel contracts here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel now' })).toBeInViewport();
  await page.getByLabel('Cancellation for good cause').check();
  await page.getByLabel('On a specific date').check();
  await expect(page.getByLabel('Reason')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('As soon as possible').check();
  await fillIn(page, { 'Full name': 'Ada Lovelace', Email: user.email, Reason: 'It was down for a week.' });
  await page.route('**/submit-cancellation', (route) => route.abort());
  await page.getByRole('button', { name: 'Cancel now' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toBeFocused();
  // Nothing covers it.
  await alert.click({ trial: true });
  await page.unroute('**/submit-cancellation');
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await expect(page.getByRole('heading', { name: 'We received your cancellation' })).toBeFocused();
  await expectAccessible(page);
  const submission = await downloadSubmission(page);
  expect(submission.name).toMatch(/^cancel-C-.*\.txt$/);
  expect(submission.text).toMatch(/Name: Ada Lovelace[^]*Reason: It was down for a week\./);

  const receipt = await waitForEmail(user.email, 'We received your cancellation');
  expect(receipt.text).not.toContain('It was down');
  await page.goto(linkIn(receipt, '/cancel/manage'));
  await expect(page.getByText(/^Your plan ends on/)).toBeVisible();
  await expectAccessible(page);
  expect(await getSubscription(user)).toMatchObject({ cancelAt: expect.any(String) });
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await expect(page.getByText('You’re keeping your plan')).toBeVisible();
  expect(await getSubscription(user)).toMatchObject({ cancelAt: null });

  await footer.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await fillIn(page, { 'Full name': 'Ada Lovelace', Email: user.email, 'Contract (optional)': 'Team' });
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'We received your withdrawal' })).toBeFocused();
  expect((await downloadSubmission(page)).text).toContain('Type: Withdrawal');
  const withdrawal = await waitForEmail(user.email, 'We received your withdrawal');
  await page.goto(linkIn(withdrawal, '/cancel/manage'));
  await page.getByRole('button', { name: 'Confirm refund' }).click();
  await expect(page.getByText('Your refund is on its way')).toBeVisible();
  expect((await getSubscription(user)).status).toBe('refunded');
  await waitForEmail(user.email, 'Your refund is on its way');
});
