import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { expect, PHONE, test } from '../support/journey.js';
import { waitForEmail } from '../support/mailbox.js';
import { expectToast, heading, openSignedIn } from '../support/pages.js';
import { CARDS } from '../support/sandbox.js';
import { createSubscriber, failNextPayment, getSubscription } from '../support/subscribers.js';
import { getTier } from '../support/users.js';

const GROWTH = { planName: 'growth', interval: 'month', amount: 9900 } as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });

/** Types a card key by key, because the field formats it. */
async function typeCard(page: Page, number: string): Promise<void> {
  const form = page.getByRole('form', { name: 'New card' });
  await form.getByLabel('Card number').pressSequentially(number.replaceAll(' ', ''));
  await form.getByLabel('Expiration date').fill('12 / 34');
  await form.getByLabel('CVC').fill('123');
}

/** The bank's dialog. */
async function confirmWithBank(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('button', { name: 'Complete authentication' }).click();
}

test('adds a card from a link, then upgrades from the pricing page with 3-D Secure', async ({ page }) => {
  const user = await createSubscriber();
  await openSignedIn(page, user, '/account/billing?do=card');
  await expect(heading(page, 'Billing')).toBeVisible();
  await typeCard(page, CARDS.requiresAuthentication);
  await button(page, 'Save card').click();
  await confirmWithBank(page);
  await expectToast(page, 'Card added', 'We’ll use it for future payments.');
  await expect(page.getByRole('list', { name: 'Cards' }).getByRole('listitem').first()).toContainText(
    'Visa ending in 3184',
  );

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByText('Your plan', { exact: true })).toBeVisible();
  await button(page, 'Switch to Growth').click();
  await expect(page).toHaveURL('/account/billing/change?plan=growth&interval=month');
  await expect(page.getByText('We’ll charge your Visa ending in 3184.')).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$[\d.]+ and switch$/ }).click();
  await confirmWithBank(page);
  await expect(heading(page, 'You’re on the Growth plan')).toBeFocused();
  expect(await getTier(user)).toBe('growth');

  await page.getByRole('link', { name: 'Back to billing' }).click();
  await expect(plan(page).getByText('Next charge')).toBeVisible();
  await expect(plan(page).getByText('$99 per month')).toBeVisible();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(page.getByRole('row', { name: /Paid/ })).toHaveCount(2);
  for (const name of [/^Invoice .* as PDF$/, /^Receipt .* as PDF$/]) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).first().click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^(invoice|receipt)-[A-Z0-9-]+\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  }
  await button(page, 'Add billing details').click();
  const details = page.getByRole('form', { name: 'Billing details' });
  await details.getByLabel('Country or region').selectOption('Germany');
  await details.getByLabel('Address', { exact: true }).fill('Unter den Linden 1');
  await details.getByLabel('City').fill('Berlin');
  await button(page, 'Save billing details').click();
  await expectToast(page, 'Billing details saved', 'New invoices will show them.');
  await page
    .getByRole('button', { name: /^Correct invoice/ })
    .first()
    .click();
  await expectToast(page, 'Invoice corrected', 'Download the new version with your current billing details.');
  await waitForEmail(user.email, 'Your corrected invoice is ready');
});

test('schedules a downgrade and undoes it, cancels and resumes, and gets a refund', async ({ page }) => {
  const user = await createSubscriber(GROWTH);
  await openSignedIn(page, user, '/account/billing/change?plan=team&interval=month');
  await expect(page.getByText('Team includes up to 3 users')).toBeVisible();
  await button(page, 'Schedule change').click();
  await expect(heading(page, 'Your change is scheduled')).toBeVisible();
  await page.getByRole('link', { name: 'Back to billing' }).click();
  await expect(plan(page).getByText('You’ll switch to Team, billed monthly')).toBeVisible();
  await button(page, 'Undo change').click();
  await expectToast(page, 'Change undone', 'You’ll stay on the Growth plan.');

  await button(page, 'Cancel plan').click();
  const question = page.getByRole('dialog', { name: 'Cancel your Growth plan?' });
  await expect(question.getByText(/We’ll keep your data until/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel plan' }).click();
  const survey = page.getByRole('dialog', { name: 'Your plan is canceled' });
  await survey.getByRole('radio', { name: 'It’s too expensive' }).check();
  await expectAccessible(page);
  await survey.getByRole('button', { name: 'Send feedback' }).click();
  await expectToast(page, 'Thanks for your feedback', 'It helps us improve.');
  await expect(plan(page).getByText('Your plan is set to end')).toBeVisible();
  await button(page, 'Resume plan').click();
  await expectToast(page, 'Plan resumed', 'Your plan will continue as before.');

  await button(page, 'Get a refund').click();
  await button(page, 'Refund and end plan').click();
  await expect(page.getByText('Your Growth plan has ended')).toBeVisible();
  expect((await getSubscription(user)).status).toBe('refunded');
  await waitForEmail(user.email, 'Your refund is on its way');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('fixes a failed payment with a new card from a link, and is not sold a second plan', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/);
    const user = await createSubscriber();
    await failNextPayment(user, 'lost_card');
    await openSignedIn(page, user, '/account/billing?do=pay');
    const alert = page.getByRole('region', { name: 'Your payment didn’t go through' });
    await expect(alert.getByText('We can’t charge this card again.')).toBeVisible();
    await typeCard(page, CARDS.valid);
    await alert.getByRole('button', { name: /^Pay \$/ }).click();
    await expectToast(page, 'Payment received', 'Thanks! Your plan is active.');
    await expect(alert).toBeHidden();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    expect((await getSubscription(user)).status).toBe('active');

    await page.goto('/checkout?plan=growth');
    await expect(page.getByRole('heading', { name: 'You’re already on the Team plan' })).toBeVisible();
    await expectAccessible(page);
  });
});
