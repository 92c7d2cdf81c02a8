import type { Page } from '@playwright/test';
import { totpCode, wrongTotpCode } from '../support/authenticator.js';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js';
import { expect, PHONE, test } from '../support/journey.js';
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

/** A test phone number with a fixed code; no SMS is sent. */
const PHONE_NUMBER = { typed: '+1 (555) 010-0199', shown: '+15550100199', code: '123456', wrong: '654321' };

const factors = (page: Page) => page.getByRole('list', { name: 'Second factors' }).getByRole('listitem');

/** The status is on the page: a toast would cover the recovery codes, which have to be saved now. */
async function expectTurnedOn(page: Page, description: string): Promise<void> {
  const status = page.getByRole('status').filter({ hasText: 'Two-factor authentication is on' });
  await expect(status.filter({ hasText: description })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
}

/** Confirms that the ten recovery codes are saved. */
async function saveRecoveryCodes(page: Page): Promise<void> {
  await page.getByLabel('I’ve saved these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeInViewport();
}

test('completes MFA with a security key or a text message, and switches between all second factors @full', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/);
  await addVirtualAuthenticator(page);
  const user = await createUser();
  await openSecurityPage(page, user);
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  await page.getByRole('button', { name: 'Security key' }).click();
  const keyDialog = page.getByRole('dialog', { name: 'Add a security key' });
  await keyDialog.getByLabel('Name').fill('Blue key');
  await expectAccessible(page);
  await keyDialog.getByRole('button', { name: 'Continue' }).click();
  await expectTurnedOn(page, 'You’ll now be asked for your key when you sign in.');
  await saveRecoveryCodes(page);
  await expect(factors(page)).toContainText(['Blue key']);

  const add = page.getByRole('button', { name: 'Add another method' });
  await add.click();
  await page.getByRole('button', { name: 'Security key' }).click();
  await keyDialog.getByRole('button', { name: 'Continue' }).click();
  await expect(keyDialog.getByText('You’ve already added this key. Use a different one.')).toBeVisible();
  await keyDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(factors(page)).toHaveCount(1);

  await signOut(page);
  await openSignedIn(page, user, SECURITY_PATH);
  await expect(heading(page, 'Use your security key')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();

  await add.click();
  await page.getByRole('button', { name: 'Text message' }).click();
  const phoneDialog = page.getByRole('dialog', { name: 'Add a phone number' });
  await expect(phoneDialog.getByRole('textbox', { name: 'Phone number' })).toBeFocused();
  await page.keyboard.type(PHONE_NUMBER.typed);
  await phoneDialog.getByRole('button', { name: 'Text me a code' }).click();
  await expect(phoneDialog.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
  await expectAccessible(page);
  await phoneDialog.getByRole('textbox', { name: 'Code' }).fill(PHONE_NUMBER.code);
  await expectToast(page, 'Phone added', `You can now get codes at ${PHONE_NUMBER.shown}.`);
  await expect(factors(page)).toHaveCount(2);

  await signOut(page);
  await openSignedIn(page, user, SECURITY_PATH);
  // The most recently used factor is offered first.
  await expect(heading(page, 'Get a code')).toBeVisible();
  await expect(page.getByText('your number ending in …0199')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByRole('button', { name: 'Use Blue key instead' }).click();
  await expect(page.getByRole('button', { name: 'Use security key' })).toBeFocused();
  await page.getByRole('button', { name: 'Get a text message instead' }).click();
  const send = page.getByRole('button', { name: 'Text me a code' });
  await expect(send).toBeFocused();
  await send.click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expect(page.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
  await code.fill(PHONE_NUMBER.wrong);
  await expect(page.getByText('That code isn’t right.')).toHaveCount(1);
  await expect(toasts(page)).toHaveCount(0);
  await code.fill(PHONE_NUMBER.code);
  await expect(heading(page, 'Account security')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('turns on two-factor authentication, signs in with a code and a recovery code, and turns it off', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 422/);
    const user = await createUser();
    await openSecurityPage(page, user);
    await expect(page.getByText('This device')).toBeVisible();

    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
    const title = page
      .getByRole('dialog', { name: 'Turn on two-factor authentication' })
      .getByRole('heading');
    await expect(title).toBeVisible();
    const lineCounts = title
      .locator('span')
      .evaluateAll((all) => all.map((it) => it.getClientRects().length));
    expect(await lineCounts, 'lines that "two-factor" takes').toEqual([1]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await dialog.getByLabel('Name').fill('Phone'.padEnd(100, 'x'));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const qrCode = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
    await expect
      .poll(() => qrCode.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page);
    const link = await dialog
      .getByRole('link', { name: 'Open in an app on this device' })
      .getAttribute('href');
    const secret = new URL(link!).searchParams.get('secret')!;
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
    await expectTurnedOn(page, 'You’ll now be asked for a code when you sign in.');
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
    await expectAccessible(page);
    const codes = await page
      .locator('ol li')
      .filter({ hasText: /^\w{5}-\w{5}$/ })
      .allTextContents();
    expect(new Set(codes).size).toBe(10);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(codes[0]!)).toBeVisible();
    for (const section of ['Password', 'Where you’re signed in'])
      await expect(page.getByRole('heading', { name: section, exact: true })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await saveRecoveryCodes(page);

    await signOut(page);
    await openSignedIn(page, user, SECURITY_PATH);
    await expect(heading(page, 'Enter your code')).toBeVisible();
    await expectAccessible(page);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await code.fill(wrongTotpCode(secret));
    await expect(page.getByText('That code isn’t right.')).toHaveCount(1);
    await expect(toasts(page)).toHaveCount(0);
    await expect(code).toBeFocused();
    // Any page that requires sign-in shows the challenge.
    await page.goto(SECURITY_PATH);
    await expect(heading(page, 'Enter your code')).toBeVisible();
    await code.fill(totpCode(secret, 1));
    await expect(heading(page, 'Account security')).toBeVisible();

    await signOut(page);
    await openSignedIn(page, user, SECURITY_PATH);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(codes[0]!);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('9 recovery codes left')).toBeVisible();

    await page.getByRole('button', { name: 'Remove Phone' }).click();
    await expect(page.getByRole('dialog', { name: 'Remove Phone' })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast(
      page,
      'Two-factor authentication is off',
      'From now on, you only need your password to sign in.',
    );
    await expect(page.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeVisible();
  });
});
