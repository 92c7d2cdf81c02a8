import { expect, PHONE, test } from '../support/journey.js';
import { linkIn, waitForEmail } from '../support/mailbox.js';
import { inviteUser } from '../support/operator.js';
import { newUser, signInWithPassword, createUser } from '../support/users.js';
import {
  CheckoutPage,
  expectToast,
  expectToastCoversNone,
  heading,
  signIn,
  signOut,
  toasts,
} from '../support/pages.js';
import { testEnvironment } from '../support/test-environment.js';
import { expectAccessible } from '../support/accessibility.js';

const CONFIRM = 'Confirm your email address';

test('signs up, confirms the email from a second email, signs out and signs in again', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 4(00|22)/);
  const user = newUser();
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Full Name').fill(user.fullName);
  await form.getByLabel('Email').fill(user.email);
  const password = form.getByLabel('Password', { exact: true });
  await password.fill('Password1');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(password).toHaveAccessibleDescription(/This password is too easy to guess/);
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill(user.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/');
  await expectToast(
    page,
    'Welcome to the product! 🎉',
    'Your free trial has started. Check your email to verify your account.',
  );

  await waitForEmail(user.email, CONFIRM);
  await signIn(page, user);
  await expectToast(page, 'Sign in failed', 'Email not confirmed');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByText(`We sent an email to ${user.email}.`)).toBeVisible();
  const link = linkIn(await waitForEmail(user.email, CONFIRM, { count: 2 }), '/auth/confirm');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page.getByText('You’re signed in to the product.')).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await signIn(page, user);
  await expectToast(page, 'Welcome back!', "You've successfully signed in.");
  await page.waitForURL(`${testEnvironment.appUrl}/`);
});

test('accepts an invitation, sets a password and signs in with it @full', async ({ page }) => {
  const user = newUser();
  await inviteUser(user.email, { full_name: user.fullName });
  await page.goto(linkIn(await waitForEmail(user.email, 'You’re invited'), '/auth/confirm'));
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

test.describe('on a phone', () => {
  test.use(PHONE);

  test('signs up on the way to the checkout and confirms with the code of the email @full', async ({
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
    const checkout = new CheckoutPage(page);
    await checkout.pay();
    await expect(checkout.form.getByText('Enter your card details.')).toBeInViewport();
    await expect(toasts(page)).toHaveCount(0);
    expect((await signInWithPassword(user)).status).toBe(200);
  });

  test('sees an error for a wrong password in a busy browser, and requests an emailed link by keyboard @full', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 4(00|22)/);
    // React renders in a message event, which a busy browser delays by several frames.
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        let frames = 10;
        const next = () => (frames-- > 0 ? requestAnimationFrame(next) : postMessage.call(this, message));
        next();
      };
      Object.assign(window, { stopDelaying: () => Object.assign(MessagePort.prototype, { postMessage }) });
    });
    await signIn(page, { email: newUser().email, password: 'guessed wrong' });
    await expectToast(page, 'Sign in failed', 'Invalid login credentials');
    const form = page.getByRole('form', { name: 'Sign in' });
    const signInButton = form.getByRole('button', { name: 'Sign In' });
    const outcome = form.getByText('You’re not signed in.');
    await expect(outcome).toBeVisible();
    await expect(page.getByText('Invalid login credentials')).toHaveCount(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(signInButton).toBeFocused();
    await expectToastCoversNone(
      page,
      page.getByRole('banner'),
      heading(page, 'Welcome to the product'),
      signInButton,
    );
    // With the button just below the screen, the outcome appears where the toast does.
    const password = form.getByLabel('Password', { exact: true });
    await signInButton.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - innerHeight));
    await password.press('Enter');
    await expect(outcome).toBeInViewport({ ratio: 1 });
    await expectToastCoversNone(page, outcome, signInButton);

    await page.evaluate(() => (window as unknown as { stopDelaying: () => void }).stopDelaying());
    await page.getByRole('button', { name: 'Email me a sign-in link' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();
    await expect(outcome).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(0);
    await expectAccessible(page);
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
      page.getByText(`If there’s an account for ${user.email}, we’ve sent it a link.`),
    ).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();

    await page.goto(linkIn(await waitForEmail(user.email, 'Reset your password'), '/auth/confirm'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/auth/reset');
    await expectAccessible(page);
    await page.getByLabel('New password').fill('a different password');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(heading(page, 'Password changed')).toBeFocused();
    expect((await signInWithPassword(user)).status).toBe(400);
    expect((await signInWithPassword({ ...user, password: 'a different password' })).status).toBe(200);
  });
});
