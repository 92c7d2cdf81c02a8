import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../support/journey.js';
import { expectToast, heading, openSignedIn } from '../support/pages.js';
import { dropWebhooks, injectPaymentFailures, listEvents } from '../support/sandbox.js';
import { createSubscriber, failNextPayment, getSubscription } from '../support/subscribers.js';

test.use(PHONE);

test('upgrades, cancels, resumes and pays an overdue invoice while all webhooks are lost', async ({
  page,
}) => {
  const user = await createSubscriber();
  const { paymentMethod } = await getSubscription(user);
  await dropWebhooks(user.email);
  const earlier = await listEvents(user.email);
  const plan = page.getByRole('region', { name: 'Your plan' });
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click();

  await openSignedIn(page, user, '/account/billing/change?plan=growth&interval=month');
  await page.getByRole('button', { name: /^Pay \$[\d.]+ and switch$/ }).click();
  await expect(heading(page, 'You’re on the Growth plan')).toBeVisible();
  await page.getByRole('link', { name: 'Back to billing' }).click();
  await expect(plan.getByText('$99 per month')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await page
    .getByRole('dialog', { name: 'Your plan is canceled' })
    .getByRole('button', { name: 'Skip' })
    .click();
  await expect(plan.getByText('Your plan is set to end')).toBeVisible();
  await open('Overview');
  await expect(page.getByText(/^Ends on/)).toBeVisible();
  await open('Billing');
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expectToast(page, 'Plan resumed', 'Your plan will continue as before.');
  await expect(plan.getByText('Next charge')).toBeVisible();

  // The failed payment, and the invoices of it and the upgrade, are found in the provider's list of events.
  await failNextPayment(user, 'insufficient_funds');
  await open('Invoices');
  await expectInvoices(page, { Paid: 2, Open: 1 });
  await open('Overview');
  await page.getByRole('link', { name: 'Fix payment' }).click();
  const alert = page.getByRole('region', { name: 'Your payment didn’t go through' });
  await expect(alert.getByText(/Your card has insufficient funds/)).toBeVisible();
  await injectPaymentFailures(`payment-methods/${paymentMethod!.id}/decline`, { code: null });
  await alert.getByRole('button', { name: /^Pay \$/ }).click();
  await expectToast(page, 'Payment received', 'Thanks! Your plan is active.');
  await expect(alert).toBeHidden();
  await open('Invoices');
  await expectInvoices(page, { Paid: 3, Open: 0 });
  await open('Overview');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  const delivered = await listEvents(user.email, { delivered: true });
  expect(delivered.filter((id) => !earlier.includes(id))).toEqual([]);
});

/** Expects these numbers of invoices by status, after a reload. */
async function expectInvoices(page: Page, counts: Record<string, number>): Promise<void> {
  await expect(async () => {
    await page.reload();
    for (const [status, count] of Object.entries(counts))
      await expect(page.getByRole('row', { name: new RegExp(status) })).toHaveCount(count, { timeout: 2000 });
  }).toPass({ intervals: [2000] });
}
