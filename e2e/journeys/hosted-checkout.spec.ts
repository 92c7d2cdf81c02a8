import { callFunction } from '../support/http.js';
import { expect, test } from '../support/journey.js';
import { getAccessToken, createUser } from '../support/users.js';
import { CARDS } from '../support/sandbox.js';
import { expectToast, heading, openSignedIn } from '../support/pages.js';
import { expectPaidCustomer } from '../support/customers.js';
import { expectAccessible } from '../support/accessibility.js';

test("sees an error for an unknown session, then pays on the provider's page and returns @full", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/, /^error: check-subscription/);
  const owner = await createUser();
  await openSignedIn(page, owner, '/success?session_id=cs_test_made_up');
  await expectToast(
    page,
    'Verification Error',
    'There was an issue verifying your subscription. Please contact support.',
  );
  await expect(page.getByRole('heading', { name: 'We couldn’t confirm your payment' })).toBeVisible();
  await expectAccessible(page);

  const choice = { planName: 'team', interval: 'month' };
  const { status, body } = await callFunction('create-checkout-session', choice, {
    token: await getAccessToken(owner),
  });
  expect(status).toBe(200);
  await page.goto(body['url'] as string);
  await page.getByLabel('Name on card').fill(owner.fullName);
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await page.getByLabel('Card number').fill(CARDS.valid);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible();
  await expect(page).toHaveURL(/\/success\?session_id=cs_/);
  await expect(page.getByText('Your Team plan is active.')).toBeVisible();
  await expectToast(
    page,
    'Payment Successful! 🎉',
    'Your subscription has been activated. Check your email for details.',
  );
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Manage Subscription' })).toHaveAttribute('href', '/pricing');
  await expectPaidCustomer(owner);

  await page.goto('/success');
  await expect(page).toHaveURL('/account/billing');
  await expect(heading(page, 'Billing')).toBeVisible();
});
