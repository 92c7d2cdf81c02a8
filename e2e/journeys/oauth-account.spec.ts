import type { Page } from '@playwright/test';
import { IdentityProvider } from '../support/identity-provider.js';
import { expect, test } from '../support/journey.js';
import { newUser } from '../support/users.js';
import { heading, SECURITY_PATH } from '../support/pages.js';
import { expectAccessible } from '../support/accessibility.js';

const SIGN_IN_PATH = `/auth?next=${encodeURIComponent(SECURITY_PATH)}`;

let acme: IdentityProvider;

test.beforeAll(async () => {
  acme = await IdentityProvider.start();
});
test.afterAll(() => acme.stop());

/** Starts the sign-in with Acme on the sign-in page. */
async function startSignInWithAcme(page: Page): Promise<void> {
  await page.goto(SIGN_IN_PATH);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page
    .getByRole('tabpanel', { name: 'Sign In' })
    .getByRole('button', { name: 'Continue with Acme' })
    .click();
}

/** Signs in on the provider's page. */
async function signInAtAcme(page: Page, email: string): Promise<void> {
  await expect(heading(page, 'Sign in to Acme')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('cancels at the OAuth provider, sees an error, and signs up on the next try', async ({ page }) => {
  const { email } = newUser();
  await startSignInWithAcme(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You weren’t signed in')).toBeVisible();
  await expect(page.getByText('You declined, or the provider didn’t confirm who you are.')).toBeVisible();
  await expect(page).toHaveURL(SIGN_IN_PATH);

  await startSignInWithAcme(page);
  await signInAtAcme(page, email);
  await expect(heading(page, 'Account security')).toBeVisible();
  // The tokens in the fragment are gone from the URL and from the history.
  await expect(page).toHaveURL(/\/account\/security$/);
  expect(
    await page.evaluate(() => window.navigation.entries().filter(({ url }) => url?.includes('#'))),
  ).toEqual([]);
  const connected = page.getByRole('list', { name: 'Connected accounts' });
  await expect(connected.getByRole('listitem')).toContainText(`Acme${email}`);
  await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();
  await expectAccessible(page);
});
