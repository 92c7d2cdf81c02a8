import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { savePendingSignUp } from '../src/lib/pending-sign-up';
import { form, submitSignIn, tab } from './support/auth-forms';
import { network, type MockResponse } from './support/network';
import {
  signIn,
  currentPath,
  configureSite,
  findOnce,
  findSilent,
  findToast,
  fill,
  visit,
} from './support/site';
import {
  ACCESS_TOKEN,
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  NO_SUBSCRIPTION,
  session,
  user,
} from './support/responses';

configureSite({ productName: 'the product', appUrl: 'http://localhost/auth#the-app' });

const SIGN_UP = `POST ${AUTH}/signup`;
const RESEND = `POST ${AUTH}/resend`;
const TOKEN = `POST ${AUTH}/token`;
const leftFor = () => window.location.hash;

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
/** Responses with status 200 that the page cannot use. */
const MALFORMED: [string, MockResponse][] = [
  ['without a body', { body: undefined }],
  ['without a user', { body: {} }],
];
/** Messages that other screens replace with their own, and errors of the server itself. */
const SERVER_MESSAGES: [number, string, string][] = [
  [429, 'over_email_send_rate_limit', 'You can only request this after 42 seconds.'],
  [429, 'over_sms_send_rate_limit', 'You can only request this after 42 seconds.'],
  [403, 'otp_expired', 'Email link is invalid or has expired'],
  [403, 'insufficient_aal', 'AAL2 session is required'],
  [504, 'request_timeout', 'The request took too long.'],
  [500, 'unexpected_failure', 'Something went wrong. Please try again later.'],
  [503, 'service_unavailable', 'Sign-in is down for maintenance until 9:00.'],
];

async function signUp(keyboard: UserEvent, email = 'ada@example.com', password = 'secret1') {
  await tab('Sign Up');
  const entries = form('Sign up');
  await fill(keyboard, entries.getByLabelText('Full Name'), 'Ada Lovelace');
  await fill(keyboard, entries.getByLabelText('Email'), email);
  await fill(keyboard, entries.getByLabelText('Password'), password);
  await keyboard.click(entries.getByRole('button', { name: 'Sign Up' }));
}

describe('/auth', () => {
  it('has the specified heading', async () => {
    visit('/auth');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to the product' })).toBeVisible();
  });

  it.each([
    ['navigation state', '/auth', { fromFreeTrial: true }],
    ['the address', '/auth?from=free-trial', undefined],
  ])('forces the Sign Up tab for the free trial, marked by %s', async (_, path, state) => {
    visit(path, state);
    expect(await screen.findByRole('heading', { level: 1, name: 'Start Your Free Trial' })).toBeVisible();
    expect(screen.getByText('Create your account to begin your 14-day free trial')).toBeVisible();
    expect(await tab('Sign Up')).toHaveAttribute('aria-selected', 'true');
  });

  it('switches tabs with arrow keys and keeps the email', async () => {
    const { keyboard } = visit('/auth');
    await keyboard.click(await tab('Sign Up'));
    await keyboard.type(form('Sign up').getByLabelText('Email'), 'ada@example.com');
    await keyboard.click(await tab('Sign Up'));
    await keyboard.keyboard('{ArrowRight}');
    expect(await tab('Sign In')).toHaveFocus();
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
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
    const { keyboard } = visit('/auth');
    await keyboard.click(
      within(await screen.findByRole('form', { name: 'Sign up' })).getByRole('button', { name: 'Sign Up' }),
    );
    const entries = form('Sign up');
    expect(entries.getByLabelText('Full Name')).toHaveAccessibleDescription('Enter your full name.');
    expect(entries.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(entries.getByLabelText('Email')).toBeInvalid();
    await waitFor(() => expect(entries.getByLabelText('Full Name')).toHaveFocus());
    await keyboard.type(entries.getByLabelText('Password'), 'five5');
    await keyboard.click(entries.getByRole('button', { name: 'Sign Up' }));
    expect(entries.getByLabelText('Password')).toHaveAccessibleDescription(
      /Password must be at least 6 characters long\./,
    );
    expect(network.calls(SIGN_UP)).toHaveLength(0);
  });

  it('shows the terms of the trial on the sign-up tab only', async () => {
    const { keyboard } = visit('/auth');
    expect(await screen.findByText('Free trial')).toBeInTheDocument();
    await keyboard.click(screen.getByRole('tab', { name: 'Sign In' }));
    expect(screen.queryByText('Free trial')).toBeNull();
  });

  it('shows a success toast, asks to check the email, and goes home', async () => {
    network.on(SIGN_UP, { body: { ...user(), email_confirmed_at: undefined } });
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await findToast('Welcome to the product! 🎉')).toBe(
      'Your free trial has started. Check your email to verify your account.',
    );
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(await screen.findByText('Confirm your email')).toBeVisible();
    const header = within(screen.getByRole('banner'));
    await keyboard.click(header.getAllByRole('link', { name: 'Features' })[0]!);
    await waitFor(() => expect(currentPath()).toBe('/features'));
    expect(screen.getByText('Confirm your email')).toBeVisible();
    expect(await screen.findByRole('button', { name: /Resend in [56]\d s/ })).toBeDisabled();
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
    const { keyboard } = visit('/');
    expect(await screen.findByText('Confirm your email')).toBeVisible();
    network.on(RESEND, { body: {} });
    await keyboard.click(await screen.findByRole('button', { name: 'Resend email' }));
    await waitFor(() => expect(network.calls(RESEND)).toHaveLength(1));
    expect(network.calls(RESEND)[0]?.body).toMatchObject({ type: 'signup', email: 'ada@example.com' });
  });

  it.each([
    ['/auth', '/auth/confirmed?type=signup'],
    ['/auth?next=%2Faccount%2Fdata', '/account/data'],
  ])('confirms with the code of the email after signing up at %s', async (path, target) => {
    network.on(SIGN_UP, { body: { ...user(), email_confirmed_at: undefined } });
    network.on(`POST ${AUTH}/verify`, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit(path);
    await keyboard.click(await tab('Sign Up'));
    await signUp(keyboard);
    await keyboard.click(await screen.findByRole('button', { name: 'Enter the code instead' }));
    await keyboard.type(screen.getByLabelText('Code'), '177117');
    await waitFor(() => expect(currentPath()).toBe(target));
    expect(network.calls(`POST ${AUTH}/verify`).map(({ body }) => body)).toEqual([
      expect.objectContaining({ type: 'signup', email: 'ada@example.com', token: '177117' }),
    ]);
    expect(screen.queryByText('Confirm your email')).toBeNull();
  });

  it('goes home and not to the app when accounts need no confirmation', async () => {
    network.on(SIGN_UP, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(window.location.hash).toBe('');
  });

  it('goes back to the page that asked to sign in when accounts need no confirmation', async () => {
    network.on(SIGN_UP, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth?next=/account/invoices');
    await keyboard.click(await screen.findByRole('tab', { name: 'Sign Up' }));
    await signUp(keyboard);
    await waitFor(() => expect(currentPath()).toBe('/account/invoices'));
  });

  it('switches to sign-in when the email has an account, and keeps it', async () => {
    network.on(SIGN_UP, authErrorResponse(422, 'user_already_exists', 'User already registered'));
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
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
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await findToast('Sign up failed')).toBe('Signups not allowed for this instance');
    expect(screen.getAllByText('Signups not allowed for this instance')).toHaveLength(1);
    expect(await findSilent('Your account wasn’t created.')).toBeVisible();
  });

  it('shows the reasons for a weak password at the field', async () => {
    network.on(
      SIGN_UP,
      authErrorResponse(
        422,
        'weak_password',
        'This password has appeared in a data breach. Please choose another.',
        {
          weak_password: { reasons: ['pwned'] },
        },
      ),
    );
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await findOnce(/appeared in a data breach/)).toBeVisible();
    const password = form('Sign up').getByLabelText('Password');
    expect(password).toHaveAccessibleDescription(/appeared in a data breach/);
    await waitFor(() => expect(password).toHaveFocus());
  });

  it.each(MALFORMED)('shows the specified toast for a successful response %s', async (_, response) => {
    network.on(SIGN_UP, response);
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await findToast('Error')).toBe(UNEXPECTED);
    expect(screen.getAllByText(UNEXPECTED)).toHaveLength(1);
    expect(currentPath()).toBe('/auth');
  });

  it.each(SERVER_MESSAGES)('shows the server’s message for %s %s', async (status, code, message) => {
    network.on(SIGN_UP, authErrorResponse(status, code, message));
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await findToast('Sign up failed')).toBe(message);
  });
});

describe('signing in', () => {
  it('shows a success toast and redirects to the app', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Welcome back!')).toBe("You've successfully signed in.");
    expect(screen.getByRole('button', { name: 'Redirecting...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(leftFor()).toBe('#the-app'));
    // The back button restores the page as it was left.
    fireEvent(window, new Event('pageshow'));
    const form = within(screen.getByRole('form', { name: 'Sign in' }));
    expect(form.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('fetches the subscription after sign-in', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    await waitFor(() => expect(network.calls(`POST ${FUNCTIONS}/check-subscription`)).not.toHaveLength(0));
    const [call] = network.calls(`POST ${FUNCTIONS}/check-subscription`);
    expect(call?.headers.get('Authorization')).toBe(`Bearer ${ACCESS_TOKEN}`);
  });

  it('returns to the page that required it', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth?next=%2Fcheckout%3Fplan%3Dgrowth%26interval%3Dyear');
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    await submitSignIn(keyboard);
    await waitFor(() => expect(currentPath()).toBe('/checkout?plan=growth&interval=year'));
  });

  it('shows the server’s error message', async () => {
    network.on(TOKEN, authErrorResponse(400, 'invalid_credentials', 'Invalid login credentials'));
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Sign in failed')).toBe('Invalid login credentials');
    expect(screen.getAllByText('Invalid login credentials')).toHaveLength(1);
    expect(await findSilent('You’re not signed in.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('says how long to wait after too many wrong passwords', async () => {
    const message = 'Too many attempts. Please try again in 15 minutes.';
    network.on(TOKEN, authErrorResponse(429, 'over_request_rate_limit', message));
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Sign in failed')).toBe(message);
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  it('offers to resend the confirmation email', async () => {
    network.on(TOKEN, authErrorResponse(400, 'email_not_confirmed', 'Email not confirmed'));
    network.on(`POST ${AUTH}/resend`, { body: {} });
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Sign in failed')).toBe('Email not confirmed');
    await keyboard.click(screen.getByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText(/sent an email to ada@example.com/)).toBeVisible();
    expect(network.calls(`POST ${AUTH}/resend`)[0]?.body).toMatchObject({
      type: 'signup',
      email: 'ada@example.com',
    });
  });

  it.each(SERVER_MESSAGES)('shows the server’s message for %s %s', async (status, code, message) => {
    network.on(TOKEN, authErrorResponse(status, code, message));
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Sign in failed')).toBe(message);
  });

  it('does not report a server as unreachable when it responds without a message', async () => {
    network.on(TOKEN, { status: 502 });
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Sign in failed')).toBe('Something went wrong on our end. Please try again.');
  });

  it.each(MALFORMED)('shows the specified toast for a successful response %s', async (_, response) => {
    network.on(TOKEN, response);
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Error')).toBe(UNEXPECTED);
    expect(screen.getAllByText(UNEXPECTED)).toHaveLength(1);
    expect(leftFor()).toBe('');
  });

  it('shows an error when the server is unreachable', async () => {
    network.on(TOKEN, 'offline');
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    expect(await findToast('Sign in failed')).toMatch(/couldn’t reach the server/);
  });

  it('toggles password visibility', async () => {
    const { keyboard } = visit('/auth');
    await keyboard.click(await tab('Sign In'));
    expect(form('Sign in').getByLabelText('Password')).toHaveAttribute('type', 'password');
    await keyboard.click(form('Sign in').getByRole('button', { name: 'Show password' }));
    expect(form('Sign in').getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});
