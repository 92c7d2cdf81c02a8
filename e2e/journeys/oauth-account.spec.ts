import type { Page } from '@playwright/test';
import { callAuth } from '../support/http.js';
import { Issuer } from '../support/issuer.js';
import { expect, test } from '../support/journey.js';
import { aPerson, withAccount } from '../support/people.js';
import { expectToast, heading, openSecurity, SECURITY } from '../support/screens.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectWellMade } from '../support/well-made.js';

let issuer: Issuer;

test.beforeAll(async () => {
  issuer = await Issuer.open();
});
test.afterAll(() => issuer.close());

/** Goes to the provider from the sign-in page. */
async function leaveForAcme(page: Page, next = ''): Promise<void> {
  await page.goto(`/auth${next}`);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page
    .getByRole('form', { name: 'Sign in' })
    .getByRole('button', { name: 'Continue with Acme' })
    .click();
}

/** Says there who one is. */
async function sayAtAcme(page: Page, email: string): Promise<void> {
  await expect(heading(page, 'Sign in at Acme')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signs in at another site, which makes the account, and goes on to the app', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 422/);
  const { email } = aPerson();
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeVisible();
  await expectWellMade(page);
  await leaveForAcme(page);
  await sayAtAcme(page, email);
  await page.waitForURL(`${testEnvironment.appUrl}/`);

  await page.goto(SECURITY);
  await expect(heading(page, 'Account security')).toBeVisible();
  const connected = page.getByRole('list', { name: 'Connected accounts' });
  await expect(connected.getByRole('listitem')).toContainText(`Acme${email}`);
  await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();
  await expectWellMade(page);

  // Without it no one would come in any more.
  await connected.getByRole('button', { name: 'Disconnect Acme' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect Acme?' });
  await question.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(question.getByText("It's the only way to sign in to this account.")).toBeVisible();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(connected.getByRole('listitem')).toHaveCount(1);
});

test('thinks better of it at the other site, and is told where he stands', async ({ page }) => {
  await leaveForAcme(page, '?next=%2Faccount%2Fsecurity');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText("You weren't signed in")).toBeVisible();
  await expect(page.getByText("You declined, or the provider didn't confirm who you are.")).toBeVisible();
  await expect(page).toHaveURL('/auth?next=%2Faccount%2Fsecurity');
  await expectWellMade(page);

  const { email } = aPerson();
  await leaveForAcme(page, '?next=%2Faccount%2Fsecurity');
  await sayAtAcme(page, email);
  await expect(heading(page, 'Account security')).toBeVisible();
});

test('connects an external account, signs in with it, and disconnects it', async ({ page, newVisitor }) => {
  const person = await withAccount();
  const elsewhere = aPerson();
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Connect Acme', exact: true }).click();
  await sayAtAcme(page, elsewhere.email);
  await expect(heading(page, 'Account security')).toBeVisible();
  // Nothing of what was handed over stays: not in the address, and not behind a step back either.
  await expect(page).toHaveURL(/\/account\/security$/);
  expect(
    await page.evaluate(() => window.navigation.entries().filter(({ url }) => url?.includes('#'))),
  ).toEqual([]);
  const connected = page.getByRole('list', { name: 'Connected accounts' });
  await expect(connected.getByRole('listitem')).toContainText(`Acme${elsewhere.email}`);
  await expect(page.getByRole('button', { name: 'Connect Acme', exact: true })).toBeHidden();

  const other = await newVisitor();
  await leaveForAcme(other, '?next=%2Faccount%2Fsecurity');
  await sayAtAcme(other, elsewhere.email);
  await expect(heading(other, 'Account security')).toBeVisible();
  await expect(other.getByRole('region', { name: 'Email address' }).getByText(person.email)).toBeVisible();

  await page.getByRole('button', { name: 'Disconnect Acme' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expectToast(page, 'Disconnected', 'You can no longer sign in with it.');
  await expect(page.getByRole('button', { name: 'Connect Acme', exact: true })).toBeVisible();
  expect((await callAuth('token?grant_type=password', { ...person })).status).toBe(200);
});

test('cannot connect what opens another account already', async ({ page, newVisitor }) => {
  const { email } = aPerson();
  const owner = await newVisitor();
  await leaveForAcme(owner);
  await sayAtAcme(owner, email);
  await owner.waitForURL(`${testEnvironment.appUrl}/`);

  await openSecurity(page, await withAccount());
  await page.getByRole('button', { name: 'Connect Acme', exact: true }).click();
  await sayAtAcme(page, email);
  await expect(page.getByText('That account is already connected to a different account.')).toBeVisible();
  await expect(heading(page, 'Account security')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Acme', exact: true })).toBeVisible();
});
