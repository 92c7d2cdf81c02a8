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
const FLOWS = ['implicit', 'pkce'] as const;
type Flow = (typeof FLOWS)[number];

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

for (const flow of FLOWS) {
  test.describe(`an app on another origin (${flow} flow)`, () => {
    test('returns the visitor after a recovery and after a sign-in link', async ({ page }) => {
      const user = await createUser();
      await openApp(page, flow);
      await submit(page, 'Reset password', user);
      await confirm(page, user.email, 'Reset your password', 'Continue');
      await expectSignedInToApp(page, user.email);

      await page.goto(app.page(flow));
      await page.evaluate(() => localStorage.clear());
      await openApp(page, flow);
      await submit(page, 'Email me a link', user);
      await confirm(page, user.email, 'Sign in to the product', 'Sign in');
      await expectSignedInToApp(page, user.email);
    });

    test('returns the visitor after each confirmation of an email change', async ({ page }) => {
      const user = await createUser();
      const { email } = newUser();
      await openApp(page, flow);
      await submit(page, 'Sign in', user);
      await submit(page, 'Change email', { ...user, email });
      await confirm(page, user.email, CONFIRM_CHANGE, 'Confirm this email');
      await page.waitForURL(`${app.url}/**`);
      expect(page.url()).toContain('message=Confirmation+link+accepted');
      await expect(output(page)).toHaveText(`Signed in as ${user.email}`);
      await confirm(page, email, CONFIRM_CHANGE, 'Confirm this email');
      await expectSignedInToApp(page, email);
    });

    test('returns the visitor after a sign-up, with an error if the link is used again', async ({
      page,
      consoleErrors,
    }) => {
      consoleErrors.allow(/status of 40[13]/);
      const user = newUser();
      await openApp(page, flow);
      await submit(page, 'Sign up', user);
      const press = () => confirm(page, user.email, 'Confirm your email address', 'Confirm email');
      await press();
      await expectSignedInToApp(page, user.email);
      await press();
      await page.waitForURL(`${app.url}/**`);
      await expect(output(page)).toHaveText('Email link is invalid or has expired');
    });
  });
}

test('an app on another origin receives an invited user who accepted the terms', async ({ page }) => {
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

test('a redirect to an origin that is not allowed ends on the site, signed in', async ({ page }) => {
  const user = await createUser();
  await openApp(page, 'implicit');
  await submit(page, 'Email me a link', user);
  const link = new URL(linkIn(await waitForEmail(user.email, 'Sign in to the product'), '/auth/confirm'));
  link.searchParams.set('redirect_to', 'https://stranger.example/');
  await page.goto(link.href);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${testEnvironment.siteUrl}/`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).toContain(user.email);
});
