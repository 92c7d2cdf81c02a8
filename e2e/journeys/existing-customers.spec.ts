import { expect, test } from '../support/journey.js';
import { callAuth } from '../support/http.js';
import { getAccessToken, createUser } from '../support/users.js';
import { CARDS, listCharges } from '../support/sandbox.js';
import { CheckoutPage, expectConfirmationPage, openSignedIn, signOut } from '../support/pages.js';
import { expectPaidCustomer } from '../support/customers.js';
import { expectAccessible } from '../support/accessibility.js';

test('an existing user signs in from checkout, returns to the same plan, and pays', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  const owner = await createUser();
  const checkout = await new CheckoutPage(page).open('plan=growth&interval=year');
  await checkout.buy({ ...owner, password: 'some other password' });
  await expect(checkout.form.getByLabel('Email')).toHaveAccessibleDescription(
    /An account with this email already exists\. Please sign in first\./,
  );
  await checkout.form.getByRole('link', { name: 'Sign in and continue' }).click();

  const form = page.getByRole('form', { name: 'Sign in' });
  await expect(form.getByLabel('Email')).toHaveValue(owner.email);
  await form.getByLabel('Password', { exact: true }).fill(owner.password);
  await form.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL('/checkout?plan=growth&interval=year');
  await expect(checkout.form.getByText('This plan will be added to your account.')).toBeVisible();
  await expect(checkout.form.getByLabel('Password')).toHaveCount(0);
  await expectAccessible(page);
  await checkout.fillInCard();
  await checkout.pay();
  await expectConfirmationPage(page, owner.email);
  await expectPaidCustomer(owner, { tier: 'growth', cents: 99_900 });
});

test('a user who signs out in another tab keeps their input and pays once @full', async ({
  page,
  context,
}) => {
  const owner = await createUser();
  await openSignedIn(page, owner, '/checkout?plan=team');
  const checkout = new CheckoutPage(page);
  await expect(checkout.form.getByText('This plan will be added to your account.')).toBeVisible();
  await checkout.fillInCard();
  const other = await context.newPage();
  // Requests of an ended session fail.
  const requested = ['check-subscription', 'list-v2/avatars'].map((path) =>
    other.waitForResponse((response) => response.url().includes(path)),
  );
  await other.goto('/pricing');
  await Promise.all(requested);
  await signOut(other);
  await expect(checkout.form.getByText('Your session has ended')).toBeVisible();
  await expect(checkout.form.getByLabel('Card number')).toHaveValue(CARDS.valid);
  await expect(checkout.form.getByLabel('Full Name')).toHaveValue(owner.fullName);
  await expect(checkout.form.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  expect(await listCharges(owner.email)).toEqual([]);
  await checkout.form.getByLabel('Password', { exact: true }).fill(owner.password);
  await checkout.form.getByLabel('Confirm Password').fill(owner.password);
  await checkout.pay();
  await expectConfirmationPage(page, owner.email);
  await expectPaidCustomer(owner);
});

test('a user signed out on another device during 3-D Secure gets the plan and pays once @full', async ({
  page,
  consoleErrors,
}) => {
  // Whatever the page requests after the session has ended fails.
  consoleErrors.allow(/status of (400|401|403|422)/, /^error: (check-subscription|profile picture)/);
  const owner = await createUser();
  await openSignedIn(page, owner, '/checkout?plan=team');
  const checkout = new CheckoutPage(page);
  await checkout.fillInCard(CARDS.requiresAuthentication);
  await checkout.pay();
  await expect(checkout.threeDSecureDialog).toBeVisible();
  await callAuth('logout?scope=global', {}, { token: await getAccessToken(owner) });
  await checkout.threeDSecureDialog.getByRole('button', { name: 'Complete authentication' }).click();
  await expectConfirmationPage(page, owner.email);
  await expectPaidCustomer(owner);
});
