import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { savePendingSignUp } from '../src/lib/pending-sign-up';
import { form, submitSignIn, tab } from './support/auth-forms';
import { network } from './support/network';
import {
  configureSite,
  currentPath,
  fill,
  findSilent,
  findToast,
  reload,
  signIn,
  toastTitles,
  visit,
} from './support/site';
import {
  ACCESS_TOKEN,
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  NO_SUBSCRIPTION,
  session,
  authUser,
} from './support/responses';

configureSite({ productName: 'the product', appUrl: 'http://localhost/auth#the-app' });

const SIGN_UP = `POST ${AUTH}/signup`;
const RESEND = `POST ${AUTH}/resend`;
const TOKEN = `POST ${AUTH}/token`;
const leftFor = () => window.location.hash;

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
async function signUp(user: UserEvent, email = 'ada@example.com', password = 'secret1') {
  await tab('Sign Up');
  const entries = form('Sign up');
  await fill(user, entries.getByLabelText('Full Name'), 'Ada Lovelace');
  await fill(user, entries.getByLabelText('Email'), email);
  await fill(user, entries.getByLabelText('Password'), password);
  await user.click(entries.getByRole('button', { name: 'Sign Up' }));
}

describe('/auth', () => {
  it.each([
    ['navigation state', '/auth', { fromFreeTrial: true }],
    ['the address', '/auth?from=free-trial', undefined],
  ])('forces the Sign Up tab for the free trial, marked by %s', async (_, path, state) => {
    visit(path, state);
    expect(await screen.findByRole('heading', { level: 1, name: 'Start Your Free Trial' })).toBeVisible();
    expect(screen.getByText('Create your account to begin your 14-day free trial')).toBeVisible();
    expect(await tab('Sign Up')).toHaveAttribute('aria-selected', 'true');
  });

  it('switches tabs with arrow keys, keeps the email, and shows a password on request', async () => {
    const { user } = visit('/auth');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to the product' })).toBeVisible();
    expect(await screen.findByText('Free trial')).toBeInTheDocument();
    await user.click(await tab('Sign Up'));
    await fill(user, form('Sign up').getByLabelText('Email'), 'ada@example.com');
    await user.click(await tab('Sign Up'));
    await user.keyboard('{ArrowRight}');
    expect(await tab('Sign In')).toHaveFocus();
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.queryByText('Free trial')).toBeNull();
    expect(form('Sign in').getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(form('Sign in').getByRole('button', { name: 'Show password' }));
    expect(form('Sign in').getByLabelText('Password')).toHaveAttribute('type', 'text');
  });

  it('redirects signed-in users to the app', async () => {
    signIn();
    visit('/auth');
    await waitFor(() => expect(leftFor()).toBe('#the-app'));
  });

  it('redirects signed-in users back to where they came from', async () => {
    signIn();
    visit('/auth?next=/checkout?plan=team');
    await waitFor(() => expect(currentPath()).toBe('/checkout?plan=team'));
  });

  it('never redirects to another origin', async () => {
    signIn();
    visit('/auth?next=//evil.example/admin');
    await screen.findByText('You’re signed in. Redirecting...');
    expect(window.location.host).toBe('localhost');
  });
});

describe('signing up', () => {
  it('validates name, email, and password before submitting', async () => {
    const { user } = visit('/auth');
    await user.click(
      within(await screen.findByRole('form', { name: 'Sign up' })).getByRole('button', { name: 'Sign Up' }),
    );
    const entries = form('Sign up');
    expect(entries.getByLabelText('Full Name')).toHaveAccessibleDescription('Enter your full name.');
    expect(entries.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(entries.getByLabelText('Email')).toBeInvalid();
    await waitFor(() => expect(entries.getByLabelText('Full Name')).toHaveFocus());
    await user.type(entries.getByLabelText('Password'), 'five5');
    await user.click(entries.getByRole('button', { name: 'Sign Up' }));
    expect(entries.getByLabelText('Password')).toHaveAccessibleDescription(
      /Password must be at least 6 characters long\./,
    );
    expect(network.calls(SIGN_UP)).toHaveLength(0);
  });

  it('shows a success toast, asks to check the email, and goes home', async () => {
    network.on(SIGN_UP, { body: { ...authUser(), email_confirmed_at: undefined } });
    const { user } = visit('/auth');
    await signUp(user);
    expect(await findToast('Welcome to the product! 🎉')).toBe(
      'Your free trial has started. Check your email to verify your account.',
    );
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(await screen.findByText('Confirm your email')).toBeVisible();
    const header = within(screen.getByRole('banner'));
    await user.click(header.getAllByRole('link', { name: 'Features' })[0]!);
    await waitFor(() => expect(currentPath()).toBe('/features'));
    expect(screen.getByText('Confirm your email')).toBeVisible();
    expect(await screen.findByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
    const [call] = network.calls(SIGN_UP);
    expect(call?.body).toMatchObject({
      email: 'ada@example.com',
      password: 'secret1',
      data: { full_name: 'Ada Lovelace' },
    });
    expect(call?.query.get('redirect_to')).toBe('http://localhost');
  });

  it('still asks to check the email after a reload, and resends it once the server allows', async () => {
    savePendingSignUp('ada@example.com', undefined, new Date(Date.now() - 61_000));
    const { user } = visit('/');
    expect(await screen.findByText('Confirm your email')).toBeVisible();
    network.on(RESEND, { body: {} });
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    await waitFor(() => expect(network.calls(RESEND)).toHaveLength(1));
    expect(network.calls(RESEND)[0]?.body).toMatchObject({ type: 'signup', email: 'ada@example.com' });
  });

  it.each([
    ['/auth', '/'],
    ['/auth?next=/account/invoices', '/account/invoices'],
  ])('leads from %s to %s, and not to the app, when accounts need no confirmation', async (path, target) => {
    network.on(SIGN_UP, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { user } = visit(path);
    await user.click(await tab('Sign Up'));
    await signUp(user);
    await waitFor(() => expect(currentPath()).toBe(target));
    expect(window.location.hash).toBe('');
  });

  it('switches to sign-in when the email has an account, and keeps it', async () => {
    network.on(SIGN_UP, authErrorResponse(422, 'user_already_exists', 'User already registered'));
    const { user } = visit('/auth');
    await signUp(user);
    expect(await findToast('Account already exists')).toBe(
      'Please sign in instead or use a different email address.',
    );
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getAllByText('Account already exists')).toHaveLength(1);
    expect(await findSilent('No new account was created.')).toBeVisible();
    await waitFor(() => expect(form('Sign in').getByLabelText('Password')).toHaveFocus());
  });

  it('shows the server’s error message', async () => {
    network.on(SIGN_UP, authErrorResponse(422, 'signup_disabled', 'Signups not allowed for this instance'));
    const { user } = visit('/auth');
    await signUp(user);
    expect(await findToast('Sign up failed')).toBe('Signups not allowed for this instance');
    expect(screen.getAllByText('Signups not allowed for this instance')).toHaveLength(1);
    expect(await findSilent('Your account wasn’t created.')).toBeVisible();
  });

  it('shows the specified toast for a successful response without a user', async () => {
    network.on(SIGN_UP, { body: {} });
    const { user } = visit('/auth');
    await signUp(user);
    expect(await findToast('Error')).toBe(UNEXPECTED);
    expect(screen.getAllByText(UNEXPECTED)).toHaveLength(1);
    expect(currentPath()).toBe('/auth');
  });
});

describe('signing in', () => {
  it('shows a success toast and redirects to the app', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { user } = visit('/auth');
    await submitSignIn(user);
    expect(await findToast('Welcome back!')).toBe("You've successfully signed in.");
    expect(screen.getByRole('button', { name: 'Redirecting...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(leftFor()).toBe('#the-app'));
    const [call] = network.calls(`POST ${FUNCTIONS}/check-subscription`);
    expect(call?.headers.get('Authorization')).toBe(`Bearer ${ACCESS_TOKEN}`);
    // The back button restores the page as it was left.
    fireEvent(window, new Event('pageshow'));
    const form = within(screen.getByRole('form', { name: 'Sign in' }));
    expect(form.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('shows the specified toast for a successful response without a body', async () => {
    network.on(TOKEN, { body: undefined });
    const { user } = visit('/auth');
    await submitSignIn(user);
    expect(await findToast('Error')).toBe(UNEXPECTED);
    expect(screen.getAllByText(UNEXPECTED)).toHaveLength(1);
    expect(leftFor()).toBe('');
  });
});

describe('signing in with an emailed link', () => {
  const OTP = `POST ${AUTH}/otp`;
  const ask = async (path = '/auth') => {
    const { user } = visit(path);
    await user.click(await tab('Sign In'));
    await fill(user, form('Sign in').getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
    return user;
  };

  it.each([
    ['an address that has an account', { body: {} }],
    ['one that has none', authErrorResponse(422, 'otp_disabled', 'Signups not allowed for otp')],
    [
      'one that was just emailed',
      authErrorResponse(429, 'over_email_send_rate_limit', 'You can only request this after 42 seconds.'),
    ],
  ])('shows the same message for %s', async (_, response) => {
    network.on(OTP, response);
    await ask();
    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(screen.getByText(/If/, { selector: 'p' })).toHaveTextContent(
      'If there’s an account for ada@example.com, we’ve sent it a sign-in link. It works once.',
    );
    expect(screen.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toastTitles()).toEqual([]);
    expect(network.calls(OTP)[0]?.body).toMatchObject({ email: 'ada@example.com', create_user: false });
  });

  it('clears errors of the other method', async () => {
    network.on(TOKEN, authErrorResponse(400, 'invalid_credentials', 'Invalid login credentials'));
    network.on(OTP, 'offline');
    const { user } = visit('/auth');
    await submitSignIn(user);
    await findToast('Sign in failed');
    await findSilent('You’re not signed in.');
    expect(screen.getByText('Check your email and password.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
    expect(await screen.findByText('The email wasn’t sent')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/couldn’t reach the server/);
    expect(screen.getByRole('button', { name: 'Email me a sign-in link' })).toBeEnabled();
    expect(screen.queryByText('You’re not signed in.')).toBeNull();
    expect(toastTitles()).toEqual([]);

    await user.click(form('Sign in').getByRole('button', { name: 'Sign In' }));
    await findSilent('You’re not signed in.');
    expect(screen.queryByText('The email wasn’t sent')).toBeNull();
  });

  it('returns to the requested page, and can still be replaced with its code after a reload', async () => {
    network.on(OTP, { body: {} });
    await ask('/auth?next=%2Faccount%2Fsecurity');
    await screen.findByText('Check your email');
    expect(network.calls(OTP)[0]?.query.get('redirect_to')).toBe(
      'http://localhost/auth?next=%2Faccount%2Fsecurity',
    );
    reload();
    expect(await screen.findByRole('button', { name: 'Enter the code instead' })).toBeVisible();
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('requires an email but no password', async () => {
    const { user } = visit('/auth');
    await user.click(await tab('Sign In'));
    await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
    const email = form('Sign in').getByLabelText('Email');
    expect(email).toHaveAccessibleDescription('Enter your email address.');
    await waitFor(() => expect(email).toHaveFocus());
    expect(form('Sign in').getByLabelText('Password')).not.toHaveAccessibleDescription();
    expect(network.calls(OTP)).toHaveLength(0);
  });

  it('can be resent after a minute, even while the page is hidden', async () => {
    network.on(OTP, { body: {} });
    const user = await ask();
    const callout = await screen.findByText('Check your email');
    await waitFor(() => expect(callout.closest('[role=status]')).toHaveFocus());
    const again = await screen.findByRole('button', { name: /Resend in/ });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    await waitFor(() => expect(again).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(network.calls(OTP)).toHaveLength(2));
  });

  describe('and its code', () => {
    const VERIFY = `POST ${AUTH}/verify`;
    const enter = async (user: UserEvent, code: string) => {
      await user.click(await screen.findByRole('button', { name: 'Enter the code instead' }));
      await user.type(await screen.findByLabelText('Code'), code);
    };
    beforeEach(() => {
      network.on(OTP, { body: {} });
      network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    });

    it('signs in and returns to the requested page', async () => {
      network.on(VERIFY, { body: session() });
      const user = await ask('/auth?next=%2Fcheckout%3Fplan%3Dteam');
      await enter(user, '177117');
      await waitFor(() => expect(currentPath()).toBe('/checkout?plan=team'));
      expect(await findToast('Welcome back!')).toBe("You've successfully signed in.");
      expect(network.calls(VERIFY).map(({ body }) => body)).toEqual([
        expect.objectContaining({ type: 'email', email: 'ada@example.com', token: '177117' }),
      ]);
    });

    it('can be sent again after a lost connection, but not when it is wrong', async () => {
      network.on(VERIFY, 'offline');
      const user = await ask();
      await enter(user, '000000');
      const code = screen.getByLabelText('Code');
      await waitFor(() => expect(code).toHaveAccessibleDescription(/couldn’t reach the server/));
      await waitFor(() => expect(code).toHaveFocus());
      network.on(VERIFY, authErrorResponse(403, 'otp_expired', 'Token has expired or is invalid'));
      await user.keyboard('{Enter}');
      await waitFor(() => expect(code).toHaveAccessibleDescription(/isn’t right or has expired/));
      expect(code).toHaveAttribute('autocomplete', 'one-time-code');
      expect(code).toHaveAttribute('inputmode', 'numeric');
      await waitFor(() => expect(code).toHaveFocus());
      await user.keyboard('{Enter}');
      expect(network.calls(VERIFY)).toHaveLength(2);
      expect(screen.getByRole('form', { name: 'Sign in' })).toBeVisible();
    });
  });
});
