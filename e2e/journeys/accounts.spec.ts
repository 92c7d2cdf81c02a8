import { expect, test } from '../support/journey.js';
import { linkIn, waitForMail } from '../support/mailbox.js';
import { invite } from '../support/operator.js';
import { aPerson, signedUp, trySignIn, withAccount } from '../support/people.js';
import { expectToast, expectUncovered, heading, signIn, toasts } from '../support/screens.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectWellMade } from '../support/well-made.js';

const CONFIRM = 'Confirm your email address';

test('signs up, confirms by the link in the email, is signed in, signs out and in again @phone', async ({
  page,
}) => {
  const person = aPerson();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the product');
  await expectWellMade(page);
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Full Name').fill(person.fullName);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/');
  await expectToast(
    page,
    'Welcome to the product! 🎉',
    'Your free trial has started. Check your email to verify your account.',
  );

  const link = linkIn(await waitForMail(person.email, CONFIRM), '/auth/confirm');
  // A scanner of the email provider looks at the link first: that must not use it up.
  expect((await page.request.get(link)).status()).toBe(200);
  expect((await trySignIn(person)).body['error_code']).toBe('email_not_confirmed');
  await page.goto(link);
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page.getByText("You're signed in to the product.")).toBeVisible();
  await expectWellMade(page);

  const menu = page.getByRole('button', { name: /^(Account|Open menu)$/ });
  await menu.click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Signed out', 'You have been signed out on this device.');
  await signIn(page, person);
  await expectToast(page, 'Welcome back!', "You've successfully signed in.");
  await page.waitForURL(`${testEnvironment.appUrl}/`);
});

test('opens the link a second time and is told what to do', async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(/status of 403/);
  const person = aPerson();
  await signedUp(person);
  const link = linkIn(await waitForMail(person.email, CONFIRM), '/auth/confirm');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'This confirmation link no longer works' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'sign in' })).toBeVisible();
});

test('signs in before confirming, has the email sent again, and the newer link works', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  const person = await signedUp();
  await waitForMail(person.email, CONFIRM);
  await signIn(page, person);
  await expectToast(page, 'Sign in failed', 'Email not confirmed');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByText(`We sent an email to ${person.email}.`)).toBeVisible();
  const mail = await waitForMail(person.email, CONFIRM, { count: 2 });
  await page.goto(linkIn(mail, '/auth/confirm'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
});

test('signs up with an address that has an account: the sign-in tab opens and keeps the address', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 422/);
  const person = await withAccount();
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Full Name').fill(person.fullName);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill('another password');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expectToast(
    page,
    'Account already exists',
    'Please sign in instead or use a different email address.',
  );
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('form', { name: 'Sign in' }).getByLabel('Email')).toHaveValue(person.email);
});

test('gives a wrong password, is told so, and asks by keyboard for a link instead @phone', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 4(00|22)/);
  await signIn(page, { email: aPerson().email, password: 'guessed wrong' });
  await expectToast(page, 'Sign in failed', 'Invalid login credentials');
  const form = page.getByRole('form', { name: 'Sign in' });
  const press = form.getByRole('button', { name: 'Sign In' });
  await expect(form.getByText('Invalid login credentials')).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(press).toBeFocused();
  await expectUncovered(page, page.getByRole('banner'), heading(page, 'Welcome to the product'), press);

  await form.getByRole('button', { name: 'Email me a sign-in link' }).focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();
  await expect(form.getByText('Invalid login credentials')).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

test('comes for the free trial and is still there for it after a reload', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  for (const arrival of ['first', 'reloaded']) {
    if (arrival === 'reloaded') await page.reload();
    await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
    await expect(page.getByText('Create your account to begin your 14-day free trial')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  }
  await expectWellMade(page);
});

test('is signed in: the free card opens the app, and the sign-in page leads there', async ({
  page,
  context,
}) => {
  const person = await withAccount();
  await signIn(page, person);
  await page.waitForURL(`${testEnvironment.appUrl}/`);
  await page.goto('/pricing');
  const app = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expectToast(page, "You're all set!", 'Your free trial is active. Redirecting to the app...');
  await (await app).waitForURL(`${testEnvironment.appUrl}/`);
  await page.goto('/auth');
  await page.waitForURL(`${testEnvironment.appUrl}/`);
});

test('forgot the password, sets a new one by email, and only the new one works', async ({ page }) => {
  const person = await withAccount();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('form', { name: 'Sign in' }).getByLabel('Email').fill(person.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The address changes before the page does.
  const send = page.getByRole('button', { name: 'Send link' });
  await expect(send).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await send.click();
  await expect(page.getByText(`If ${person.email} has an account, we've sent a link to it.`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();
  await expectWellMade(page);

  await page.goto(linkIn(await waitForMail(person.email, 'Reset your password'), '/auth/confirm'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/auth/reset');
  await expectWellMade(page);
  await page.getByLabel('New password').fill('quite another one');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expectToast(page, 'Password changed', 'Use your new password the next time you sign in.');
  expect((await trySignIn(person)).status).toBe(400);
  expect((await trySignIn({ ...person, password: 'quite another one' })).status).toBe(200);
});

test('is invited, accepts, chooses a password, and signs in with it @phone', async ({ page }) => {
  const person = aPerson();
  await invite(person.email, { full_name: person.fullName });
  await page.goto(linkIn(await waitForMail(person.email, "You're invited"), '/auth/confirm'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accept the invitation');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Accept' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the product');
  await expect(page.getByText(`Choose a password for ${person.email}`)).toBeVisible();
  await expectWellMade(page);
  await page.getByLabel('New password').fill(person.password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is ready');
  await expect(page.getByRole('link', { name: 'Open the app' })).toBeVisible();
  await expectWellMade(page);
  expect((await trySignIn(person)).status).toBe(200);
});
