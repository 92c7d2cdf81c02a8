import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { network } from './support/network';
import { beSignedIn, here, installation, shownSilently, toastOf, toastTitles, visit } from './support/site';
import { ACCESS_TOKEN, AUTH, authRefusal, FUNCTIONS, NO_SUBSCRIPTION, session, user } from './support/wire';

installation({ productName: 'the product', appUrl: 'http://localhost/auth#the-app' });

const SIGN_UP = `POST ${AUTH}/signup`;
const TOKEN = `POST ${AUTH}/token`;
const leftFor = () => window.location.hash;

const tab = (name: string) => screen.findByRole('tab', { name });
const form = (name: string) => within(screen.getByRole('form', { name }));

async function signUp(keyboard: UserEvent, email = 'ada@example.com', password = 'secret1') {
  await tab('Sign Up');
  const entries = form('Sign up');
  await keyboard.type(entries.getByLabelText('Full Name'), 'Ada Lovelace');
  await keyboard.type(entries.getByLabelText('Email'), email);
  await keyboard.type(entries.getByLabelText('Password'), password);
  await keyboard.click(entries.getByRole('button', { name: 'Sign Up' }));
}

async function signIn(keyboard: UserEvent, password = 'secret1') {
  await keyboard.click(await tab('Sign In'));
  const entries = form('Sign in');
  await keyboard.type(entries.getByLabelText('Email'), 'ada@example.com');
  await keyboard.type(entries.getByLabelText('Password'), password);
  await keyboard.click(entries.getByRole('button', { name: 'Sign In' }));
}

describe('/auth', () => {
  it('welcomes to the product', async () => {
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

  it('moves between the tabs by arrow keys and keeps the address typed', async () => {
    const { keyboard } = visit('/auth');
    await keyboard.click(await tab('Sign Up'));
    await keyboard.type(form('Sign up').getByLabelText('Email'), 'ada@example.com');
    await keyboard.click(await tab('Sign Up'));
    await keyboard.keyboard('{ArrowRight}');
    expect(await tab('Sign In')).toHaveFocus();
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('sends someone who is signed in already to the app', async () => {
    beSignedIn();
    visit('/auth');
    await waitFor(() => expect(leftFor()).toBe('#the-app'));
  });

  it('sends someone who is signed in back to where he came from', async () => {
    beSignedIn();
    visit('/auth?next=/checkout?plan=team');
    await waitFor(() => expect(here()).toBe('/checkout?plan=team'));
  });

  it('never follows a return path to another origin', async () => {
    beSignedIn();
    visit('/auth?next=//evil.example/admin');
    await screen.findByText('You are signed in. Redirecting...');
    expect(window.location.host).toBe('localhost');
  });
});

describe('signing up', () => {
  it('asks for name, email and a password of six characters before anything is sent', async () => {
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

  it('greets, says to check the mail, and goes home', async () => {
    network.on(SIGN_UP, { body: { ...user(), email_confirmed_at: undefined } });
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await toastOf('Welcome to the product! 🎉')).toBe(
      'Your free trial has started. Check your email to verify your account.',
    );
    await waitFor(() => expect(here()).toBe('/'));
    expect(await screen.findByText('Check your mail')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send it again' })).toHaveAttribute(
      'href',
      '/auth/confirm?type=signup',
    );
    const [call] = network.calls(SIGN_UP);
    expect(call?.body).toMatchObject({
      email: 'ada@example.com',
      password: 'secret1',
      data: { full_name: 'Ada Lovelace' },
    });
    expect(call?.query.get('redirect_to')).toBe('http://localhost');
  });

  it('goes home too where accounts need no confirmation, not to the app', async () => {
    network.on(SIGN_UP, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    await waitFor(() => expect(here()).toBe('/'));
    expect(window.location.hash).toBe('');
  });

  it('turns to signing in when the address has an account, and keeps it', async () => {
    network.on(SIGN_UP, authRefusal(422, 'user_already_exists', 'User already registered'));
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await toastOf('Account already exists')).toBe(
      'Please sign in instead or use a different email address.',
    );
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(form('Sign in').getByText('Account already exists')).toBe(
      await shownSilently('Account already exists'),
    );
    await waitFor(() => expect(form('Sign in').getByLabelText('Password')).toHaveFocus());
  });

  it('says what the server says when it refuses', async () => {
    network.on(SIGN_UP, authRefusal(422, 'signup_disabled', 'Signups not allowed for this instance'));
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await toastOf('Sign up failed')).toBe('Signups not allowed for this instance');
    expect(await shownSilently('Signups not allowed for this instance')).toBeVisible();
  });

  it('shows the reasons of a weak password at the password', async () => {
    network.on(
      SIGN_UP,
      authRefusal(422, 'weak_password', 'This password is in lists of stolen ones. Please choose another.', {
        weak_password: { reasons: ['pwned'] },
      }),
    );
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    expect(await toastOf('Sign up failed')).toBe(
      'This password is in lists of stolen ones. Please choose another.',
    );
    const password = form('Sign up').getByLabelText('Password');
    expect(password).toHaveAccessibleDescription(/lists of stolen ones/);
    expect(form('Sign up').getAllByText(/lists of stolen ones/)).toHaveLength(1);
    await waitFor(() => expect(password).toHaveFocus());
  });

  it('has one message for an answer that nobody expected', async () => {
    network.on(SIGN_UP, () => {
      throw new SyntaxError('not even a network error');
    });
    const { keyboard } = visit('/auth');
    await signUp(keyboard);
    await waitFor(() => expect(toastTitles()).toHaveLength(1));
    expect(await shownSilently(toastTitles()[0]!)).toBeVisible();
  });
});

describe('signing in', () => {
  it('greets and leaves for the app', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    expect(await toastOf('Welcome back!')).toBe("You've successfully signed in.");
    expect(screen.getByRole('button', { name: 'Redirecting...' })).toBeDisabled();
    await waitFor(() => expect(leftFor()).toBe('#the-app'));
  });

  it('looks up the subscription of whoever has signed in', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    await waitFor(() => expect(network.calls(`POST ${FUNCTIONS}/check-subscription`)).not.toHaveLength(0));
    const [call] = network.calls(`POST ${FUNCTIONS}/check-subscription`);
    expect(call?.headers.get('Authorization')).toBe(`Bearer ${ACCESS_TOKEN}`);
  });

  it('returns to the page that asked for it', async () => {
    network.on(TOKEN, { body: session() });
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    const { keyboard } = visit('/auth?next=%2Fcheckout%3Fplan%3Dgrowth%26interval%3Dyear');
    expect(await tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    await signIn(keyboard);
    await waitFor(() => expect(here()).toBe('/checkout?plan=growth&interval=year'));
  });

  it('says what the server says when it refuses', async () => {
    network.on(TOKEN, authRefusal(400, 'invalid_credentials', 'Invalid login credentials'));
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    expect(await toastOf('Sign in failed')).toBe('Invalid login credentials');
    expect(await shownSilently('Invalid login credentials')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('says how long to wait after too many wrong passwords', async () => {
    const wait = 'Too many attempts. Please try again in 15 minutes.';
    network.on(TOKEN, authRefusal(429, 'over_request_rate_limit', wait));
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    expect(await toastOf('Sign in failed')).toBe(wait);
    expect(await shownSilently(wait)).toBeVisible();
  });

  it('offers to send the mail again when the address is not confirmed yet', async () => {
    network.on(TOKEN, authRefusal(400, 'email_not_confirmed', 'Email not confirmed'));
    network.on(`POST ${AUTH}/resend`, { body: {} });
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    expect(await toastOf('Sign in failed')).toBe('Email not confirmed');
    await keyboard.click(screen.getByRole('button', { name: 'Send the mail again' }));
    expect(await screen.findByText(/on its way to ada@example.com/)).toBeVisible();
    expect(network.calls(`POST ${AUTH}/resend`)[0]?.body).toMatchObject({
      type: 'signup',
      email: 'ada@example.com',
    });
  });

  it('says so when the server cannot be reached', async () => {
    network.on(TOKEN, 'silence');
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    expect(await toastOf('Sign in failed')).toMatch(/could not reach the server/);
  });

  it('shows and hides what is typed as the password', async () => {
    const { keyboard } = visit('/auth');
    await keyboard.click(await tab('Sign In'));
    expect(form('Sign in').getByLabelText('Password')).toHaveAttribute('type', 'password');
    await keyboard.click(form('Sign in').getByRole('button', { name: 'Show password' }));
    expect(form('Sign in').getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

describe('signing in by a link in a mail', () => {
  const OTP = `POST ${AUTH}/otp`;
  const ask = async (path = '/auth') => {
    const { keyboard } = visit(path);
    await keyboard.click(await tab('Sign In'));
    await keyboard.type(form('Sign in').getByLabelText('Email'), 'ada@example.com');
    await keyboard.click(form('Sign in').getByRole('button', { name: 'Email me a link instead' }));
    return keyboard;
  };

  it.each([
    ['an address that has an account', { body: {} }],
    ['one that has none', authRefusal(422, 'otp_disabled', 'Signups not allowed for otp')],
    [
      'one that was sent a mail a moment ago',
      authRefusal(429, 'over_email_send_rate_limit', 'You can only request this after 42 seconds.'),
    ],
  ])('says the same for %s', async (_, answer) => {
    network.on(OTP, answer);
    await ask();
    expect(await screen.findByText('Check your mail')).toBeVisible();
    expect(screen.getByText(/If/, { selector: 'p' })).toHaveTextContent(
      'If ada@example.com has an account, a link that signs you in is on its way. It works once.',
    );
    expect(screen.getByRole('button', { name: 'Send it again in 60 s' })).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toastTitles()).toEqual([]);
    expect(network.calls(OTP)[0]?.body).toMatchObject({ email: 'ada@example.com', create_user: false });
  });

  it('takes away what was said of a password, and the other way round', async () => {
    network.on(TOKEN, authRefusal(400, 'invalid_credentials', 'Invalid login credentials'));
    network.on(OTP, 'silence');
    const { keyboard } = visit('/auth');
    await signIn(keyboard);
    await shownSilently('Invalid login credentials');
    await keyboard.click(screen.getByRole('button', { name: 'Email me a link instead' }));
    expect(await screen.findByText('The mail was not sent')).toBeVisible();
    expect(screen.queryByText('Invalid login credentials')).toBeNull();
    expect(toastTitles()).toEqual([]);

    await keyboard.click(form('Sign in').getByRole('button', { name: 'Sign In' }));
    await shownSilently('Invalid login credentials');
    expect(screen.queryByText('The mail was not sent')).toBeNull();
  });

  it('leads back to where the visitor wanted to go', async () => {
    network.on(OTP, { body: {} });
    await ask('/auth?next=%2Faccount%2Fsecurity');
    await screen.findByText('Check your mail');
    expect(network.calls(OTP)[0]?.query.get('redirect_to')).toBe(
      'http://localhost/auth?next=%2Faccount%2Fsecurity',
    );
  });

  it('needs an address, and no password', async () => {
    const { keyboard } = visit('/auth');
    await keyboard.click(await tab('Sign In'));
    await keyboard.click(form('Sign in').getByRole('button', { name: 'Email me a link instead' }));
    const email = form('Sign in').getByLabelText('Email');
    expect(email).toHaveAccessibleDescription('Enter your email address.');
    await waitFor(() => expect(email).toHaveFocus());
    expect(form('Sign in').getByLabelText('Password')).not.toHaveAccessibleDescription();
    expect(network.calls(OTP)).toHaveLength(0);
  });

  it('says why, where it is no matter of the address', async () => {
    network.on(OTP, 'silence');
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(/could not reach the server/);
    expect(form('Sign in').getByRole('button', { name: 'Email me a link instead' })).toBeEnabled();
  });

  it('can be asked for again after a minute, also with the page out of sight', async () => {
    network.on(OTP, { body: {} });
    const keyboard = await ask();
    const told = await screen.findByText('Check your mail');
    await waitFor(() => expect(told.closest('[role=status]')).toHaveFocus());
    const again = await screen.findByRole('button', { name: /Send it again in/ });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    await waitFor(() => expect(again).toBeEnabled());
    await keyboard.click(screen.getByRole('button', { name: 'Send it again' }));
    await waitFor(() => expect(network.calls(OTP)).toHaveLength(2));
  });
});
