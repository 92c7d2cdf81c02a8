import type { Page } from '@playwright/test';
import { codeOf, wrongCodeOf } from '../support/authenticator.js';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForMail } from '../support/mailbox.js';
import { aPerson, trySignIn, withAccount, type Person } from '../support/people.js';
import { expectToast, signIn } from '../support/screens.js';
import { expectWellMade } from '../support/well-made.js';
import { giveDevice } from '../support/device.js';

const SECURITY = '/account/security';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

/** Signs in and looks at the account. */
async function openSecurity(page: Page, person: Person): Promise<void> {
  await signIn(page, person, SECURITY);
  await expect(heading(page, 'Account security')).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Account|Open menu)$/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expectToast(page, 'Signed out', 'You have been signed out on this device.');
}

test('turns two-step sign-in on, signs in by the code and by a recovery code, and turns it off @phone', async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 422/);
  const person = await withAccount();
  await openSecurity(page, person);
  await expect(page.getByText('This device')).toBeVisible();
  await expectWellMade(page);

  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await sheet.getByLabel('Name').fill('Phone');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  const picture = sheet.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectWellMade(page);
  const link = await sheet.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
  const secret = new URL(link!).searchParams.get('secret')!;
  await sheet.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await expectToast(page, 'Two-step sign-in is on', 'From now on signing in asks for a code as well.');
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  await expectWellMade(page);
  const codes = await page
    .locator('ol li')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  expect(new Set(codes).size).toBe(10);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0]!)).toBeVisible();
  for (const rest of ['Password', 'Where you are signed in'])
    await expect(page.getByRole('heading', { name: rest, exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('I have saved them').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await signOut(page);
  await signIn(page, person, SECURITY);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await expectWellMade(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await code.fill(wrongCodeOf(secret));
  await expect(page.getByText('That code is not right.').first()).toBeVisible();
  await expect(code).toBeFocused();
  // Asking for a page that needs an account leads to the same question.
  await page.goto(SECURITY);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await code.fill(codeOf(secret, 1));
  await expect(heading(page, 'Account security')).toBeVisible();

  await signOut(page);
  await signIn(page, person, SECURITY);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(codes[0]!);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Two-step sign-in is off', 'Signing in asks for no code any more.');
  await expect(page.getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible();
  await signOut(page);
  await openSecurity(page, person);
});

test('sees every device, signs one out, then all of them', async ({ page, newVisitor, complaints }) => {
  // The device that was signed out learns it when it asks next.
  complaints.tolerate(/status of 40[0-3]/, /^error: check-subscription/);
  const person = await withAccount();
  const elsewhere = await newVisitor();
  await openSecurity(elsewhere, person);
  await openSecurity(page, person);
  // Proving the address by the link in the mail signed in, too.
  await expect(devices(page)).toHaveCount(3);
  await expect(devices(page).filter({ hasText: 'This device' })).toHaveCount(1);
  await devices(page).nth(1).getByRole('button', { name: 'Sign out' }).click();
  await expect(devices(page)).toHaveCount(2);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\?next=/);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'Signed out', 'Only this device is signed in now.');
  await expect(devices(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
});

test('changes the password, and only the new one works', async ({ page, complaints }) => {
  complaints.tolerate(/status of 422/);
  const person = await withAccount();
  await openSecurity(page, person);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('New password').fill(person.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('This is the password you have.')).toBeVisible();
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
  await form.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('A change is waiting for both mailboxes')).toBeVisible();
  await expectWellMade(page);
  for (const [mailbox, outcome] of [
    [person.email, 'Halfway there'],
    [email, 'Your email address is confirmed'],
  ] as const) {
    await page.goto(linkIn(await waitForMail(mailbox, 'Confirm the new e-mail address'), '/auth/confirm'));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(heading(page, outcome)).toBeVisible();
  }
  await page.goto(SECURITY);
  await expect(page.getByRole('region', { name: 'Email address' }).getByText(email)).toBeVisible();
  await expect(page.getByText('A change is waiting for both mailboxes')).toBeHidden();
});

test('signs in by a link in a mail, and comes back to where it was asked for', async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 422/);
  const person = await withAccount();
  const ask = async (email: string) => {
    await page.goto(`/auth?next=${encodeURIComponent(SECURITY)}`);
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Email me a link instead' }).click();
    await expect(
      form.getByText(`If ${email} has an account, a link that signs you in is on its way.`),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: /Send it again in/ })).toBeDisabled();
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
  await expectToast(page, 'Passkey added', 'You can sign in with it from now on.');
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveCount(1);
  await expectWellMade(page);

  await signOut(page);
  await page.goto(`/auth?next=${encodeURIComponent(SECURITY)}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
  await expect(passkeys.filter({ hasText: 'last used' })).toHaveCount(1);

  await passkeys.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Office laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Passkey removed', 'It opens this account no more.');
  await expect(passkeys).toHaveCount(0);
});
