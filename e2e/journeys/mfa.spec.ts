import type { Page } from '@playwright/test';
import { codeOf, wrongCodeOf } from '../support/authenticator.js';
import { giveDevice } from '../support/device.js';
import { expect, test } from '../support/journey.js';
import { withAccount } from '../support/people.js';
import { expectToast, heading, openSecurity, SECURITY, signIn, signOut, toasts } from '../support/screens.js';
import { expectNoSidewaysScroll, expectWellMade } from '../support/well-made.js';

/** A number whose code is known; nothing is ever sent there. */
const PHONE = { typed: '+1 (555) 010-0199', number: '+15550100199', code: '123456', wrong: '654321' };

const steps = (page: Page) => page.getByRole('list', { name: 'Second factors' }).getByRole('listitem');

/** It is told on the page: a toast would cover the codes, which are to be saved now. */
async function expectTurnedOn(page: Page, meaning: string): Promise<void> {
  const told = page.getByRole('status').filter({ hasText: 'Two-factor authentication is on' });
  await expect(told.filter({ hasText: meaning })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
}

/** Puts the ten codes away. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = await page
    .locator('ol li')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  await page.getByLabel("I've saved these codes").check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeInViewport();
  return codes;
}

test('turns two-step sign-in on, signs in by the code and by a recovery code, and turns it off @phone', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 422/);
  const person = await withAccount();
  await openSecurity(page, person);
  await expect(page.getByText('This device')).toBeVisible();
  await expectWellMade(page);

  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const title = page.getByRole('dialog', { name: 'Turn on two-factor authentication' }).getByRole('heading');
  await expect(title).toBeVisible();
  const linesOfWords = title
    .locator('span')
    .evaluateAll((all) => all.map((it) => it.getClientRects().length));
  expect(await linesOfWords, 'lines that "two-factor" takes').toEqual([1]);
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await sheet.getByLabel('Name').fill('Phone'.padEnd(100, 'x'));
  await sheet.getByRole('button', { name: 'Continue' }).click();
  const picture = sheet.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectWellMade(page);
  const link = await sheet.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
  const secret = new URL(link!).searchParams.get('secret')!;
  await sheet.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await expectTurnedOn(page, "You'll now be asked for a code when you sign in.");
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  await expectWellMade(page);
  const codes = await page
    .locator('ol li')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  expect(new Set(codes).size).toBe(10);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0]!)).toBeVisible();
  for (const rest of ['Password', "Where you're signed in"])
    await expect(page.getByRole('heading', { name: rest, exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel("I've saved these codes").check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await signOut(page);
  await signIn(page, person, SECURITY);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await expectWellMade(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await code.fill(wrongCodeOf(secret));
  await expect(page.getByText("That code isn't right.")).toHaveCount(1);
  await expect(toasts(page)).toHaveCount(0);
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
  await expect(page.getByRole('dialog', { name: 'Remove Phone' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Two-factor authentication is off', 'You now sign in with just your password.');
  await expect(page.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeVisible();
  await signOut(page);
  await openSecurity(page, person);
});

test('takes MFA by a code in a text message @phone', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/status of 422/);
  const person = await withAccount();
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  await page.getByRole('button', { name: 'Text message' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a phone number' });
  const entry = sheet.getByRole('textbox', { name: 'Phone number' });
  await expect(entry).toBeFocused();
  await entry.fill('555 010 0199');
  await sheet.getByRole('button', { name: 'Text me a code' }).click();
  await expect(sheet.getByText('Start with + and the country code.')).toBeVisible();
  await entry.fill(PHONE.typed);
  await sheet.getByRole('button', { name: 'Text me a code' }).click();
  await expect(sheet.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
  await expectWellMade(page);
  await sheet.getByRole('textbox', { name: 'Code' }).fill(PHONE.code);
  await expectTurnedOn(page, "You'll now be asked for a code when you sign in.");
  await saveRecoveryCodes(page);
  await expect(steps(page)).toContainText([PHONE.number]);
  await expectWellMade(page);

  await signOut(page);
  await signIn(page, person, SECURITY);
  await expect(heading(page, 'Get a code')).toBeVisible();
  await expect(page.getByText('your number ending in …0199')).toBeVisible();
  await expectWellMade(page);
  const send = page.getByRole('button', { name: 'Text me a code' });
  await expect(send).toBeFocused();
  await send.click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expect(page.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
  await code.fill(PHONE.wrong);
  await expect(page.getByText("That code isn't right.")).toHaveCount(1);
  await expect(toasts(page)).toHaveCount(0);
  await expectWellMade(page);
  await code.fill(PHONE.code);
  await expect(heading(page, 'Account security')).toBeVisible();

  await page.getByRole('button', { name: `Remove ${PHONE.number}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Two-factor authentication is off', 'You now sign in with just your password.');
});

test('takes MFA by a key, and chooses among all the ways there are', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/status of 422/);
  await giveDevice(page);
  const person = await withAccount();
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  await page.getByRole('button', { name: 'Security key' }).click();
  const keySheet = page.getByRole('dialog', { name: 'Add a security key' });
  await keySheet.getByLabel('Name').fill('Blue key');
  await expectWellMade(page);
  await keySheet.getByRole('button', { name: 'Continue' }).click();
  await expectTurnedOn(page, "You'll now be asked for your key when you sign in.");
  const [recoveryCode] = await saveRecoveryCodes(page);
  await expect(steps(page)).toContainText(['Blue key']);

  const add = page.getByRole('button', { name: 'Add another second factor' });
  await add.click();
  await page.getByRole('button', { name: 'Security key' }).click();
  await keySheet.getByRole('button', { name: 'Continue' }).click();
  await expect(keySheet.getByText("You've already added this key. Use a different one.")).toBeVisible();
  await keySheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(steps(page)).toHaveCount(1);

  await signOut(page);
  await signIn(page, person, SECURITY);
  await expect(heading(page, 'Use your security key')).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();

  await add.click();
  await page.getByRole('button', { name: 'Text message' }).click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(PHONE.number);
  await page.getByRole('dialog').getByRole('button', { name: 'Text me a code' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill(PHONE.code);
  await expectToast(page, 'Phone added', `You can now get codes at ${PHONE.number}.`);
  await add.click();
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const appSheet = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await appSheet.getByRole('button', { name: 'Continue' }).click();
  const link = await appSheet
    .getByRole('link', { name: 'Open in an app on this device' })
    .getAttribute('href');
  const secret = new URL(link!).searchParams.get('secret')!;
  await appSheet.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await expectToast(page, 'App added', 'is ready to use.');
  await expect(steps(page)).toHaveCount(3);
  await expectWellMade(page);

  await signOut(page);
  await signIn(page, person, SECURITY);
  // What was shown last is asked for first.
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Get a text message instead' }).click();
  await expect(page.getByRole('button', { name: 'Text me a code' })).toBeFocused();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByRole('button', { name: 'Use Blue key instead' }).click();
  await expect(page.getByRole('button', { name: 'Use security key' })).toBeFocused();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode!);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
});
