import { expect, test } from '../support/journey.js';
import { newUser, createUser } from '../support/users.js';
import { chargesOf } from '../support/sandbox.js';
import { CheckoutPage, openSecurityPage } from '../support/pages.js';
import { expectAccessible } from '../support/accessibility.js';

const REASON = 'This password is too easy to guess. Choose a longer or less common one.';

test.beforeEach(({ consoleErrors }) => consoleErrors.allow(/status of 422/));

test('explains why a common password is rejected at sign-up', async ({ page }) => {
  const user = newUser({ password: 'Password1' });
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Sign up' });
  const password = form.getByLabel('Password', { exact: true });
  await form.getByLabel('Full Name').fill(user.fullName);
  await form.getByLabel('Email').fill(user.email);
  await password.fill(user.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(password).toHaveAccessibleDescription(new RegExp(REASON));
  await expect(password).toBeFocused();
  await expectAccessible(page);
});

test('explains why a common password is rejected at checkout, before the charge', async ({ page }) => {
  const buyer = newUser({ password: '123456' });
  const checkout = await new CheckoutPage(page).open();
  await checkout.buy(buyer);
  const password = checkout.form.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription(new RegExp(REASON));
  expect(await chargesOf(buyer.email)).toEqual([]);
});

test('explains why a common password is rejected when changing it', async ({ page }) => {
  const user = await createUser();
  await openSecurityPage(page, user);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill(user.password);
  const password = form.getByLabel('New password');
  await password.fill('password123');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(password).toHaveAccessibleDescription(new RegExp(REASON));
  await expect(password).toBeFocused();
});
