import type { Page } from '@playwright/test';
import { ClientApp } from '../support/client-app.js';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { testEnvironment } from '../support/test-environment.js';
import { createUser, newUser, type TestUser } from '../support/users.js';

/** Authentication emails that an application on another origin requested: their links must return to it. */
let app: ClientApp;
test.beforeAll(async () => {
  app = await ClientApp.start();
});
test.afterAll(() => app.stop());

type Flow = 'implicit' | 'pkce';

const output = (page: Page) => page.getByRole('status');

async function openApp(page: Page, flow: Flow): Promise<void> {
  await page.goto(app.page(flow));
  await expect(output(page)).toHaveText('Signed out');
}

async function submit(page: Page, action: string, { email, password }: Omit<TestUser, 'fullName'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: action, exact: true }).click();
  await expect(output(page)).not.toHaveText('Loading');
}

/** Presses the button that the link in the email leads to. */
async function confirm(page: Page, address: string, subject: string, button: string): Promise<void> {
  await page.goto(linkIn(await waitForEmail(address, subject), '/auth/confirm'));
  await page.getByRole('button', { name: button }).click();
}

/** Expects a session in the app and none on the site. */
async function expectSignedInToApp(page: Page, email: string): Promise<void> {
  await page.waitForURL(`${app.url}/**`);
  await expect(output(page)).toHaveText(`Signed in as ${email}`);
  await page.goto(`${testEnvironment.siteUrl}/terms`);
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
}

test('returns the visitor after a sign-in link (implicit flow)', async ({ page }) => {
  const user = await createUser();
  await openApp(page, 'implicit');
  await submit(page, 'Email me a link', user);
  await confirm(page, user.email, 'Sign in to the product', 'Sign in');
  await expectSignedInToApp(page, user.email);
});

test('returns the visitor after a sign-up, with an error if the link is used again (PKCE flow)', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[13]/);
  const user = newUser();
  await openApp(page, 'pkce');
  await submit(page, 'Sign up', user);
  const press = () => confirm(page, user.email, 'Confirm your email address', 'Confirm email');
  await press();
  await expectSignedInToApp(page, user.email);
  await press();
  await page.waitForURL(`${app.url}/**`);
  await expect(output(page)).toHaveText('Email link is invalid or has expired');
});
