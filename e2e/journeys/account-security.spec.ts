import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { newUser, signInWithPassword, createUser } from '../support/users.js';
import {
  expectToast,
  heading,
  openProfilePage,
  openSecurityPage,
  SECURITY_PATH,
  signOut,
  toasts,
} from '../support/pages.js';
import { expectNoHorizontalScroll, expectAccessible } from '../support/accessibility.js';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js';

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

test('signs out one device, then all others, then every device', async ({
  page,
  newVisitor,
  consoleErrors,
}) => {
  // The signed-out device gets an error on its next request.
  consoleErrors.allow(/status of 40[0-3]/, /^error: check-subscription/);
  const user = await createUser();
  const otherDevice = await newVisitor();
  await openSecurityPage(otherDevice, user);
  await openSecurityPage(page, user);
  // Confirming the email opened a session, too.
  await expect(devices(page)).toHaveCount(3);
  await expect(devices(page).filter({ hasText: 'This device' })).toHaveCount(1);
  await devices(page).nth(1).getByRole('button', { name: 'Sign out' }).click();
  await expect(devices(page)).toHaveCount(2);
  await otherDevice.reload();
  await expect(otherDevice).toHaveURL(/\/auth\?next=/);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'Signed out', 'Only this device is still signed in.');
  await expect(devices(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
});

test('changes the password, and only the new one works', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 4(00|22)/);
  const user = await createUser();
  await openSecurityPage(page, user);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill('a guess');
  await form.getByLabel('New password').fill('a different password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText("That isn't your current password.")).toBeVisible();
  await form.getByLabel('Current password').fill(user.password);
  await form.getByLabel('New password').fill(user.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is already your password.')).toHaveCount(1);
  await expect(form.getByLabel('New password')).toBeFocused();
  await expect(toasts(page)).toHaveCount(0);
  await form.getByLabel('New password').fill('a different password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Password changed', 'All other devices have been signed out.');
  await expect(devices(page)).toHaveCount(1);
  expect((await signInWithPassword(user)).status).toBe(400);
  expect((await signInWithPassword({ ...user, password: 'a different password' })).status).toBe(200);
});

test('changes the name, and the email address once both addresses confirm', async ({ page }) => {
  const user = await createUser();
  const { email } = newUser();
  await openProfilePage(page, user);
  const name = page.getByRole('form', { name: 'Name' });
  await name.getByLabel('Full name').fill('Grace Hopper');
  await name.getByRole('button', { name: 'Save name' }).click();
  await expectToast(page, 'Name changed', "We'll use it in our emails.");
  await expect(page.getByRole('region', { name: 'Profile picture' }).getByText('GH')).toBeVisible();
  const form = page.getByRole('form', { name: 'Email address' });
  await form.getByLabel('New email address').fill(email);
  await form.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Confirm the change from both addresses')).toBeVisible();
  await expectAccessible(page);
  for (const [mailbox, outcome] of [
    [user.email, 'One more step'],
    [email, 'Your email address has been changed'],
  ] as const) {
    await page.goto(linkIn(await waitForEmail(mailbox, 'Confirm your email change'), '/auth/confirm'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(heading(page, outcome)).toBeVisible();
  }
  await page.goto('/account/profile');
  await expect(name.getByLabel('Full name')).toHaveValue('Grace Hopper');
  await expect(page.getByRole('region', { name: 'Email address' }).getByText(email)).toBeVisible();
  await expect(page.getByText('Confirm the change from both addresses')).toBeHidden();
});

test('signs in with an emailed link and returns to the requested page', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 422/);
  const user = await createUser();
  const requestLink = async (email: string) => {
    await page.goto(`/auth?next=${encodeURIComponent(SECURITY_PATH)}`);
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(
      page.getByText(`If there's an account for ${email}, we've sent it a sign-in link.`),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled();
  };
  await requestLink(newUser().email);
  await requestLink(user.email);
  await expectAccessible(page);
  await page.goto(linkIn(await waitForEmail(user.email, 'Sign in to the product'), '/auth/confirm'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
});

test('adds a passkey, signs in with it, renames it and removes it', async ({ page }) => {
  await addVirtualAuthenticator(page);
  await openSecurityPage(page, await createUser());
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
  await expectAccessible(page);

  await signOut(page);
  await page.goto(`/auth?next=${encodeURIComponent(SECURITY_PATH)}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
  await expect(passkeys.filter({ hasText: 'last used' })).toHaveCount(1);

  await passkeys.getByRole('button', { name: 'Rename' }).click();
  const longest = 'Office-laptop'.padEnd(120, 'x');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(longest);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Passkey renamed', longest);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: `Remove ${longest}` }).click();
  await expect(page.getByRole('dialog', { name: `Remove ${longest}?` })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Passkey removed', 'You can no longer sign in with it.');
  await expect(passkeys).toHaveCount(0);
});

test('sees an error in place when this device has no passkey', async ({ page }) => {
  await addVirtualAuthenticator(page);
  await page.goto(`/auth?next=${encodeURIComponent(SECURITY_PATH)}`);
  const passkeyButton = page.getByRole('button', { name: 'Use a passkey' });
  await passkeyButton.focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Sign in failed', 'No passkey was used.');
  await expect(
    page.getByRole('tabpanel', { name: 'Sign In' }).getByText('No passkey was used.'),
  ).toBeVisible();
  await expect(passkeyButton).toBeFocused();
});
