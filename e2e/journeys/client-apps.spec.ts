import type { Page } from '@playwright/test';
import { ClientApp } from '../support/client-app.js';
import { query } from '../support/database.js';
import { expect, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { inviteUser } from '../support/operator.js';
import { testEnvironment } from '../support/test-environment.js';
import { createUser, newUser, type TestUser } from '../support/users.js';

/** Authentication emails that an application on another origin requested: their links must return to it. */
let app: ClientApp;
test.beforeAll(async () => {
  app = await ClientApp.start();
});
test.afterAll(() => app.stop());

const CONFIRM_CHANGE = 'Confirm your email change';
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

test('returns the visitor after a recovery and after a sign-in link (implicit flow)', async ({ page }) => {
  const user = await createUser();
  await openApp(page, 'implicit');
  await submit(page, 'Reset password', user);
  await confirm(page, user.email, 'Reset your password', 'Continue');
  await expectSignedInToApp(page, user.email);

  await page.goto(app.page('implicit'));
  await page.evaluate(() => localStorage.clear());
  await openApp(page, 'implicit');
  await submit(page, 'Email me a link', user);
  await confirm(page, user.email, 'Sign in to the product', 'Sign in');
  await expectSignedInToApp(page, user.email);
});

test('returns the visitor after a sign-up and after each confirmation of an email change (PKCE flow)', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[13]/);
  const user = newUser();
  await openApp(page, 'pkce');
  await submit(page, 'Sign up', user);
  const confirmSignUp = () => confirm(page, user.email, 'Confirm your email address', 'Confirm email');
  await confirmSignUp();
  await expectSignedInToApp(page, user.email);
  await confirmSignUp();
  await page.waitForURL(`${app.url}/**`);
  await expect(output(page)).toHaveText('Email link is invalid or has expired');

  const { email } = newUser();
  await page.goto(app.page('pkce'));
  await expect(output(page)).not.toHaveText('Loading');
  await submit(page, 'Sign in', user);
  await submit(page, 'Change email', { ...user, email });
  await confirm(page, user.email, CONFIRM_CHANGE, 'Confirm this email');
  await page.waitForURL(`${app.url}/**`);
  expect(page.url()).toContain('message=Confirmation+link+accepted');
  await expect(output(page)).toHaveText(`Signed in as ${user.email}`);
  await confirm(page, email, CONFIRM_CHANGE, 'Confirm this email');
  await expectSignedInToApp(page, email);
});

test('receives an invited user who accepted the terms', async ({ page }) => {
  const { email } = newUser();
  await inviteUser(email, {}, app.page('implicit'));
  await confirm(page, email, "You're invited", 'Accept');
  await expectSignedInToApp(page, email);
  const [invited] = await query<{ accepted: boolean }>(
    'select terms_version is not null as accepted from users where email = $1',
    [email],
  );
  expect(invited).toEqual({ accepted: true });
});
