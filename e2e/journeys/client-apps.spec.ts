import type { Page } from '@playwright/test';
import { ClientApp } from '../support/client-app.js';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { testEnvironment } from '../support/test-environment.js';
import { newUser } from '../support/users.js';

/** Authentication emails that an application on another origin requested: their links must return to it. */
let app: ClientApp;
test.beforeAll(async () => {
  app = await ClientApp.start();
});
test.afterAll(() => app.stop());

/** Presses the button that the link in the confirmation email leads to, and waits for the app. */
async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(linkIn(await waitForEmail(email, 'Confirm your email address'), '/auth/confirm'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.waitForURL(`${app.url}/**`);
}

test('returns the visitor after a sign-up, with an error if the link is used again (PKCE flow)', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[13]/);
  const { email, password } = newUser();
  const output = page.getByRole('status');
  await page.goto(app.url);
  await expect(output).toHaveText('Signed out');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await confirm(page, email);
  await expect(output).toHaveText(`Signed in as ${email}`);
  // The site has no session.
  await page.goto(`${testEnvironment.siteUrl}/robots.txt`);
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await confirm(page, email);
  await expect(output).toHaveText('Email link is invalid or has expired');
});
