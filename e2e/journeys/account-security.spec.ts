import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForMail } from '../support/mailbox.js';
import { aPerson, trySignIn, withAccount } from '../support/people.js';
import { expectToast, heading, openSecurity, SECURITY, signOut, toasts } from '../support/screens.js';
import { expectNoSidewaysScroll, expectWellMade } from '../support/well-made.js';
import { giveDevice } from '../support/device.js';

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

test('sees every device, signs one out, then all of them', async ({ page, newVisitor, consoleErrors }) => {
  // The device that was signed out learns it when it asks next.
  consoleErrors.tolerate(/status of 40[0-3]/, /^error: check-subscription/);
  const person = await withAccount();
  const elsewhere = await newVisitor();
  await openSecurity(elsewhere, person);
  await openSecurity(page, person);
  // Proving the address by the link in the email signed in, too.
  await expect(devices(page)).toHaveCount(3);
  await expect(devices(page).filter({ hasText: 'This device' })).toHaveCount(1);
  await devices(page).nth(1).getByRole('button', { name: 'Sign out' }).click();
  await expect(devices(page)).toHaveCount(2);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\?next=/);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'Signed out', 'Only this device is still signed in.');
  await expect(devices(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
});

test('changes the password, and only the new one works', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/status of 422/);
  const person = await withAccount();
  await openSecurity(page, person);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('New password').fill(person.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is already your password.')).toHaveCount(1);
  await expect(form.getByLabel('New password')).toBeFocused();
  await expect(toasts(page)).toHaveCount(0);
  await form.getByLabel('New password').fill('quite another one');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Password changed', 'All other devices have been signed out.');
  await expect(devices(page)).toHaveCount(1);
  expect((await trySignIn(person)).status).toBe(400);
  expect((await trySignIn({ ...person, password: 'quite another one' })).status).toBe(200);
});

test('changes the address, and both mailboxes have to agree', async ({ page }) => {
  const person = await withAccount();
  const { email } = aPerson();
  await openSecurity(page, person);
  const form = page.getByRole('form', { name: 'Email address' });
  await form.getByLabel('New email address').fill(email);
  await form.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Confirm the change from both addresses')).toBeVisible();
  await expectWellMade(page);
  for (const [mailbox, outcome] of [
    [person.email, 'One more step'],
    [email, 'Your email address has been changed'],
  ] as const) {
    await page.goto(linkIn(await waitForMail(mailbox, 'Confirm your new email address'), '/auth/confirm'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(heading(page, outcome)).toBeVisible();
  }
  await page.goto(SECURITY);
  await expect(page.getByRole('region', { name: 'Email address' }).getByText(email)).toBeVisible();
  await expect(page.getByText('Confirm the change from both addresses')).toBeHidden();
});

test('signs in by a link in an email, and comes back to where it was asked for', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 422/);
  const person = await withAccount();
  const ask = async (email: string) => {
    await page.goto(`/auth?next=${encodeURIComponent(SECURITY)}`);
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(
      form.getByText(`If ${email} has an account, we've sent a sign-in link to it.`),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: /Resend in/ })).toBeDisabled();
  };
  await ask(aPerson().email);
  await ask(person.email);
  await expectWellMade(page);
  await page.goto(linkIn(await waitForMail(person.email, 'Sign in to the product'), '/auth/confirm'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
});

test('adds a passkey, signs in with it alone, renames and removes it', async ({ page }) => {
  await giveDevice(page);
  await openSecurity(page, await withAccount());
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'Passkey added', 'You can now sign in with it.');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This device already has a passkey for your account.')).toHaveCount(1);
  await expect(add).toBeFocused();
  await expect(toasts(page)).toHaveCount(0);
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveCount(1);
  await expectWellMade(page);

  await signOut(page);
  await page.goto(`/auth?next=${encodeURIComponent(SECURITY)}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
  await expect(passkeys.filter({ hasText: 'last used' })).toHaveCount(1);

  await passkeys.getByRole('button', { name: 'Rename' }).click();
  const longest = 'Office-laptop'.padEnd(120, 'x');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(longest);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Passkey renamed', longest);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: `Remove ${longest}` }).click();
  await expect(page.getByRole('dialog', { name: `Remove ${longest}?` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Passkey removed', 'You can no longer sign in with it.');
  await expect(passkeys).toHaveCount(0);
});

test('has no passkey on this device, is told so, and stays where he was', async ({ page }) => {
  await giveDevice(page);
  await page.goto(`/auth?next=${encodeURIComponent(SECURITY)}`);
  const press = page.getByRole('button', { name: 'Use a passkey' });
  await press.focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Sign in failed', 'No passkey was used.');
  await expect(page.getByRole('form', { name: 'Sign in' }).getByText('No passkey was used.')).toBeVisible();
  await expect(press).toBeFocused();
});
