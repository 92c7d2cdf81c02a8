import { expect, test } from '../support/journey.js';
import { aPerson, withAccount } from '../support/people.js';
import { chargesOf } from '../support/sandbox.js';
import { CheckoutScreen, openSecurity } from '../support/screens.js';
import { expectWellMade } from '../support/well-made.js';

const REASON = 'This is one of the most common passwords. Please choose another one.';

test.beforeEach(({ complaints }) => complaints.tolerate(/status of 422/));

test('signs up with a common password and reads why it is rejected', async ({ page }) => {
  const person = aPerson({ password: 'Password1' });
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Sign up' });
  const password = form.getByLabel('Password', { exact: true });
  await form.getByLabel('Full Name').fill(person.fullName);
  await form.getByLabel('Email').fill(person.email);
  await password.fill(person.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(password).toHaveAccessibleDescription(new RegExp(REASON));
  await expect(password).toBeFocused();
  await expectWellMade(page);
});

test('buys with a common password and reads why before the card is charged', async ({ page }) => {
  const buyer = aPerson({ password: '123456' });
  const checkout = await new CheckoutScreen(page).open();
  await checkout.buy(buyer);
  const password = checkout.form.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription(new RegExp(REASON));
  await expectWellMade(page);
  expect(await chargesOf(buyer.email)).toEqual([]);
});

test('changes to a common password and reads why it is rejected', async ({ page }) => {
  await openSecurity(page, await withAccount());
  const form = page.getByRole('form', { name: 'Password' });
  const password = form.getByLabel('New password');
  await password.fill('password123');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(password).toHaveAccessibleDescription(new RegExp(REASON));
  await expect(password).toBeFocused();
  await expectWellMade(page);
});
