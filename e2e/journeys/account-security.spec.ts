import { expect, test } from '../support/journey.js';
import { waitForEmail } from '../support/mailbox.js';
import { createUser } from '../support/users.js';
import {
  expectToast,
  heading,
  openSecurityPage,
  openSignedIn,
  SECURITY_PATH,
  signOut,
  toasts,
} from '../support/pages.js';
import { expectNoHorizontalScroll, expectAccessible } from '../support/accessibility.js';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js';

const SIGN_IN_PATH = `/auth?next=${encodeURIComponent(SECURITY_PATH)}`;

test('signs out every other device, which then asks to sign in @full', async ({
  page,
  newVisitor,
  consoleErrors,
}) => {
  // The signed-out device gets an error on its next request.
  consoleErrors.allow(/status of 40[0-3]/, /^error: check-subscription/);
  const user = await createUser();
  const otherDevice = await newVisitor();
  await openSignedIn(otherDevice, user, '/account/profile');
  await expect(heading(otherDevice, 'Profile')).toBeVisible();
  await openSecurityPage(page, user);
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'Signed out', 'Only this device is still signed in.');
  await expect(devices).toHaveCount(1);

  await otherDevice.getByRole('link', { name: 'Billing' }).click();
  await expect(otherDevice.getByText('You’ve been signed out')).toBeVisible();
  await expect(otherDevice).toHaveURL('/auth?next=%2Faccount%2Fbilling');
});

test('sees an error without a passkey, adds one, signs in with it, renames it and removes it', async ({
  page,
}) => {
  await addVirtualAuthenticator(page);
  await page.goto(SIGN_IN_PATH);
  const passkeyButton = page.getByRole('button', { name: 'Use a passkey' });
  await passkeyButton.focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Sign in failed', 'No passkey was used.');
  await expect(page.getByText('No passkey was used.')).toHaveCount(1);
  await expect(
    page.getByRole('tabpanel', { name: 'Sign In' }).getByText('You’re not signed in.'),
  ).toBeVisible();
  await expect(passkeyButton).toBeFocused();

  const user = await createUser();
  await openSecurityPage(page, user);
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

  await waitForEmail(user.email, 'A passkey was added');

  await signOut(page);
  await page.goto(SIGN_IN_PATH);
  await passkeyButton.click();
  await expect(heading(page, 'Account security')).toBeVisible();
  const knownDevice = (await page.context().cookies()).filter(({ name }) => name === 'device');
  expect(knownDevice).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/api/auth/v1' }]);
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
