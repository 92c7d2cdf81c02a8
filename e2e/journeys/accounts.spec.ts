import { expect, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { inviteUser } from '../support/operator.js';
import { newUser, createUnconfirmedUser, signInWithPassword, createUser } from '../support/users.js';
import { expectToast, expectToastCoversNone, heading, signIn, toasts } from '../support/pages.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectAccessible } from '../support/accessibility.js';

const CONFIRM = 'Confirm your email address';

test('signs up on the way to the checkout and confirms with the code of the email @phone', async ({
  page,
}) => {
  const user = newUser();
  await page.goto('/auth?next=%2Fcheckout%3Fplan%3Dteam');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Full Name').fill(user.fullName);
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Enter the code instead' }).click();
  const code = /\b\d{6}\b/.exec((await waitForEmail(user.email, CONFIRM)).text)![0];
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await expect(page).toHaveURL('/checkout?plan=team');
  await expect(page.getByText('This plan will be added to your account.')).toBeVisible();
  expect((await signInWithPassword(user)).status).toBe(200);
});

test('signs up, confirms the email, signs out and signs in again @phone', async ({ page }) => {
  const user = newUser();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the product');
  await expectAccessible(page);
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Full Name').fill(user.fullName);
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/');
  await expectToast(
    page,
    'Welcome to the product! 🎉',
    'Your free trial has started. Check your email to verify your account.',
  );

  const link = linkIn(await waitForEmail(user.email, CONFIRM), '/auth/confirm');
  // An email provider's link scanner must not use up the link.
  expect((await page.request.get(link)).status()).toBe(200);
  expect((await signInWithPassword(user)).body['error_code']).toBe('email_not_confirmed');
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page.getByText("You're signed in to the product.")).toBeVisible();
  await expectAccessible(page);

  const menu = page.getByRole('button', { name: /^(Account|Open menu)$/ });
  await menu.click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Signed out', "You're signed out on this device.");
  await signIn(page, user);
  await expectToast(page, 'Welcome back!', "You've successfully signed in.");
  await page.waitForURL(`${testEnvironment.appUrl}/`);
});

test('sees what to do when a confirmation link is used twice', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 403/);
  const user = newUser();
  await createUnconfirmedUser(user);
  const link = linkIn(await waitForEmail(user.email, CONFIRM), '/auth/confirm');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'This confirmation link no longer works' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'sign in' })).toBeVisible();
});

test('resends the confirmation email after signing in too early', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 400/);
  const user = await createUnconfirmedUser();
  await waitForEmail(user.email, CONFIRM);
  await signIn(page, user);
  await expectToast(page, 'Sign in failed', 'Email not confirmed');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByText(`We sent an email to ${user.email}.`)).toBeVisible();
  const email = await waitForEmail(user.email, CONFIRM, { count: 2 });
  await page.goto(linkIn(email, '/auth/confirm'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
});

test('is switched to sign-in, with the email filled in, when the email already has an account', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/);
  const user = await createUser();
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Full Name').fill(user.fullName);
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill('another password');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expectToast(
    page,
    'Account already exists',
    'Please sign in instead or use a different email address.',
  );
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('form', { name: 'Sign in' }).getByLabel('Email')).toHaveValue(user.email);
});

test('sees an error for a wrong password and requests an emailed link by keyboard @phone', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 4(00|22)/);
  await signIn(page, { email: newUser().email, password: 'guessed wrong' });
  await expectToast(page, 'Sign in failed', 'Invalid login credentials');
  const form = page.getByRole('form', { name: 'Sign in' });
  const signInButton = form.getByRole('button', { name: 'Sign In' });
  await expect(form.getByText('Invalid login credentials')).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(signInButton).toBeFocused();
  await expectToastCoversNone(
    page,
    page.getByRole('banner'),
    heading(page, 'Welcome to the product'),
    signInButton,
  );
  // With the button just below the screen, the error appears where the toast does.
  const error = form.getByText('Invalid login credentials');
  const password = form.getByLabel('Password', { exact: true });
  await signInButton.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - innerHeight));
  await password.press('Enter');
  await expect(error).toBeInViewport({ ratio: 1 });
  await expectToastCoversNone(page, error, signInButton);

  await page.getByRole('button', { name: 'Email me a sign-in link' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();
  await expect(form.getByText('Invalid login credentials')).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

test('keeps the focus on the button after a wrong password while the browser is busy @phone', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 400/);
  // React renders in a message event, which a busy browser delays by several frames.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      let frames = 10;
      const next = () => (frames-- > 0 ? requestAnimationFrame(next) : postMessage.call(this, message));
      next();
    };
  });
  await signIn(page, { email: newUser().email, password: 'guessed wrong' });
  await expectToast(page, 'Sign in failed', 'Invalid login credentials');
  await expect(
    page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign In' }),
  ).toBeFocused();
});

test('keeps the free trial marker after a reload', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
    await expect(page.getByText('Create your account to begin your 14-day free trial')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  }
});

test('opens the app from the Free plan and the sign-in page when signed in', async ({ page, context }) => {
  const user = await createUser();
  await signIn(page, user);
  await page.waitForURL(`${testEnvironment.appUrl}/`);
  await page.goto('/pricing');
  const app = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expectToast(page, "You're all set!", 'Your free trial is active. Redirecting to the app...');
  await (await app).waitForURL(`${testEnvironment.appUrl}/`);
  await page.goto('/auth');
  await page.waitForURL(`${testEnvironment.appUrl}/`);
});

test('resets a forgotten password, and only the new one works', async ({ page }) => {
  const user = await createUser();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('form', { name: 'Sign in' }).getByLabel('Email').fill(user.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The URL changes before the page does.
  const send = page.getByRole('button', { name: 'Send link' });
  await expect(send).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await send.click();
  await expect(
    page.getByText(`If there's an account for ${user.email}, we've sent it a link.`),
  ).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();
  await expectAccessible(page);

  await page.goto(linkIn(await waitForEmail(user.email, 'Reset your password'), '/auth/confirm'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/auth/reset');
  await expectAccessible(page);
  await page.getByLabel('New password').fill('a different password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expectToast(page, 'Password changed', 'Use your new password the next time you sign in.');
  expect((await signInWithPassword(user)).status).toBe(400);
  expect((await signInWithPassword({ ...user, password: 'a different password' })).status).toBe(200);
});

test('accepts an invitation, sets a password and signs in with it', async ({ page }) => {
  const user = newUser();
  await inviteUser(user.email, { full_name: user.fullName });
  await page.goto(linkIn(await waitForEmail(user.email, "You're invited"), '/auth/confirm'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accept the invitation');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the product');
  await expect(page.getByText(`Choose a password for ${user.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill(user.password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is ready');
  await expect(page.getByRole('link', { name: 'Open the app' })).toBeVisible();
  await expectAccessible(page);
  expect((await signInWithPassword(user)).status).toBe(200);
});
