import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { network } from './support/network';
import {
  button,
  signIn,
  currentPath,
  configureSite,
  toastTitles,
  findOnce,
  reload,
  visit,
  fill,
} from './support/site';
import {
  ACCESS_TOKEN,
  AUTH,
  authErrorResponse,
  FUNCTIONS,
  NO_SUBSCRIPTION,
  TEAM_SUBSCRIPTION,
  session,
  authUser,
} from './support/responses';

configureSite({ productName: 'the product', appUrl: 'http://localhost/auth#the-app' });

const CHECK = `POST ${AUTH}/verify/check`;
const VERIFY = `POST ${AUTH}/verify`;
const RESEND = `POST ${AUTH}/resend`;
const RECOVER = `POST ${AUTH}/recover`;
const EXPIRED = authErrorResponse(403, 'otp_expired', 'Email link is invalid or has expired');

const EXPIRED_FRAGMENT = '#error=access_denied&error_code=otp_expired&error_description=expired&sb=';

/** The server has used a link and redirects to this site with a session. */
function openUsedLink(query: string, owner: object = authUser()) {
  network.on(`GET ${AUTH}/user`, { body: owner });
  const { user: _, ...tokens } = session();
  const fragment = new URLSearchParams(query);
  for (const [name, value] of Object.entries(tokens)) fragment.set(name, String(value));
  return visit(`/auth/confirmed?${query}#${fragment.toString()}`);
}

beforeEach(() => network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION }));

describe('an email link', () => {
  it('is used on click, never on load', async () => {
    // jsdom reports attempted navigation as an error.
    const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = visit('/auth/confirm?token=hash-1&type=signup');
    const confirm = await button('Confirm email');
    expect(String(consoleError.mock.calls)).not.toContain('navigation');
    await user.click(confirm);
    await waitFor(() => expect(String(consoleError.mock.calls)).toContain('navigation'));
    expect(network.calls(VERIFY)).toHaveLength(0);
    consoleError.mockRestore();
  });

  it('that was used says so at once', async () => {
    network.on(CHECK, { body: { usable: false } });
    visit('/auth/confirm?token=hash-1&type=payment');
    await screen.findByRole('heading', { name: 'This welcome link no longer works' });
    expect(screen.getByRole('button', { name: 'Send link' })).toBeVisible();
    expect(network.calls(CHECK)[0]?.body).toEqual({ type: 'payment', token_hash: 'hash-1' });
    expect(network.calls(VERIFY)).toHaveLength(0);
  });

  it('that was used leads to the account when signed in', async () => {
    signIn();
    network.on(CHECK, { body: { usable: false } });
    visit('/auth/confirm?token=hash-1&type=payment');
    const link = await screen.findByRole('link', { name: 'Go to your account' });
    expect(link).toHaveAttribute('href', '/account');
    expect(screen.getByRole('main')).toHaveTextContent('You’re signed in as ada@example.com.');
  });

  const nextSteps = () =>
    within(screen.getByRole('region', { name: 'Next steps' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));

  it.each([
    ['signup', '/auth/confirm?type=signup', RESEND],
    ['recovery', '/auth/forgot', RECOVER],
  ])(
    'of type %s is replaced with the code of a new email, also after a reload',
    async (type, path, endpoint) => {
      network.on(endpoint, { body: {} });
      network.on(VERIFY, { body: session() });
      const { user } = visit(path);
      await fill(user, await screen.findByLabelText('Email'), 'ada@example.com');
      await user.click(screen.getByRole('button', { name: 'Send link' }));
      await button('Enter the code instead');
      expect(network.calls(endpoint)[0]?.body).toMatchObject({ email: 'ada@example.com' });
      reload();
      const enter = await button('Enter the code instead');
      expect(screen.getByText(/If there’s an.* account for ada@example.com, we’ve sent/)).toBeVisible();
      expect(screen.getByRole('button', { name: /Resend in/ })).toBeDisabled();
      expect(currentPath()).toBe(path);
      await user.click(enter);
      await user.type(screen.getByLabelText('Code'), '177117');
      await waitFor(() => expect(currentPath()).not.toBe(path));
      const verified = { type, email: 'ada@example.com', token: '177117' };
      expect(network.calls(VERIFY)[0]?.body).toMatchObject(verified);
      expect(currentPath()).toBe(type === 'signup' ? '/auth/confirmed?type=signup' : '/auth/reset');
    },
  );

  it('leads a customer who has just bought a plan to billing, not to the plans', async () => {
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: TEAM_SUBSCRIPTION });
    openUsedLink('type=signup');
    await screen.findByRole('heading', { name: 'Your email address is confirmed' });
    await waitFor(() =>
      expect(nextSteps()).toEqual(['/account/profile', '/account/security', '/account/billing']),
    );
  });

  it('of this site shows that the email is confirmed', async () => {
    openUsedLink('type=signup');
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    await waitFor(() => expect(nextSteps()).toEqual(['/account/profile', '/account/security', '/pricing']));
    expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
    expect(window.location.hash).toBe('');
    expect(localStorage.getItem('session')).toContain('refresh-token');
  });

  it('of this site opens the page it was requested for', async () => {
    openUsedLink('type=magiclink&redirect_to=http%3A%2F%2Flocalhost%2Fpricing');
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
  });

  it('opens no page of another site', async () => {
    openUsedLink('type=magiclink&redirect_to=https%3A%2F%2Fevil.example%2Fpricing');
    expect(await screen.findByRole('heading', { name: 'You’re signed in' })).toBeVisible();
    expect(screen.getByText('Continue as ada@example.com.')).toBeVisible();
    expect(currentPath()).toMatch(/^\/auth\/confirmed/);
  });

  it('asks for the second confirmation of an email change', async () => {
    visit('/auth/confirmed?type=email_change#message=Confirmation+link+accepted.&sb=');
    expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible();
  });

  it('does not claim a confirmation without a session from a link', async () => {
    visit('/auth/confirmed?type=email_change');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  });

  it('does not claim an email change to a user who was already signed in', async () => {
    signIn();
    visit('/auth/confirmed?type=email_change');
    expect(await screen.findByRole('heading', { name: 'You’re signed in' })).toBeVisible();
  });

  it('shows why it failed for a reason other than expiry', async () => {
    visit('/auth/confirmed?type=signup#error_code=over_request_rate_limit&sb=');
    expect(await screen.findByRole('heading', { name: 'This link didn’t work' })).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('That didn’t work');
  });

  it('to confirm an email shows that it has expired and sends a new one', async () => {
    network.on(RESEND, { body: {} });
    const { user } = visit(`/auth/confirmed?type=signup${EXPIRED_FRAGMENT}`);
    const heading = await screen.findByRole('heading', { name: 'This confirmation link no longer works' });
    expect(heading).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(window.location.hash).toBe('');
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/auth');

    await fill(user, screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/If there’s an unconfirmed account for ada@example.com/)).toBeVisible();
    expect(network.calls(RESEND)[0]?.body).toMatchObject({ type: 'signup', email: 'ada@example.com' });
  });

  it('to reset a password shows that it has expired and sends a new one', async () => {
    network.on(RECOVER, { body: {} });
    const { user } = visit(`/auth/confirmed?type=recovery${EXPIRED_FRAGMENT}`);
    await screen.findByRole('heading', { name: 'This password reset link no longer works' });
    expect(toastTitles()).toEqual([]);
    await fill(user, screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText(/If there’s an account for ada@example.com/);
    expect(network.calls(RECOVER)).toHaveLength(1);
  });

  it.each([
    ['invite', 'This invitation no longer works'],
    ['magiclink', 'This sign-in link no longer works'],
    ['email_change', 'This email change link no longer works'],
  ])('of type %s shows its own message when it has expired', async (type, heading) => {
    visit(`/auth/confirmed?type=${type}${EXPIRED_FRAGMENT}`);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
  });

  it('that is incomplete can be replaced', async () => {
    const { user } = visit('/auth/confirm?token=hash-1');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Get a new confirmation email' }));
    expect(await screen.findByRole('heading', { name: 'Get a new confirmation email' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send link' })).toBeVisible();
  });

  it('asks for a password when the account has none', async () => {
    const owner = { ...authUser(), app_metadata: { provider: 'email', has_password: false } };
    openUsedLink('type=signup', owner);
    expect(await screen.findByRole('link', { name: 'Choose a password' })).toHaveAttribute(
      'href',
      '/auth/reset',
    );
    expect(screen.queryByText(/You're all set/)).toBeNull();
  });
});

describe('an invitation', () => {
  const invited = { ...authUser(), app_metadata: { provider: 'email', has_password: false } };

  it('accepts the terms next to the button', async () => {
    visit('/auth/confirm?token=hash-1&type=invite');
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent(/Terms of Service/);
  });

  it('is accepted with the first password, which completes the account', async () => {
    network.on(`PUT ${AUTH}/user`, { body: authUser() });
    const { user } = openUsedLink('type=invite', invited);
    await screen.findByRole('heading', { level: 1, name: 'Welcome to the product' });
    expect(screen.getByText(/Choose a password for/)).toHaveTextContent('ada@example.com');
    await fill(user, screen.getByLabelText('New password'), 'new-secret');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is ready' })).toHaveFocus();
    expect(network.calls(`PUT ${AUTH}/user`)[0]?.body).toMatchObject({ password: 'new-secret' });
    expect(screen.getByRole('link', { name: 'Open the app' })).toBeVisible();
  });

  it('shows why a password is rejected and keeps what was typed', async () => {
    network.on(
      `PUT ${AUTH}/user`,
      authErrorResponse(422, 'weak_password', 'Password should be at least 12 characters.', {
        weak_password: { reasons: ['length'] },
      }),
    );
    const { user } = openUsedLink('type=invite', invited);
    const password = await screen.findByLabelText('New password');
    await user.type(password, 'new-secret{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription(/at least 12 characters/));
    expect(password).toHaveValue('new-secret');
  });
});

describe('a forgotten password', () => {
  it('can be requested again after the cooldown', async () => {
    network.on(
      RECOVER,
      authErrorResponse(
        429,
        'over_email_send_rate_limit',
        'For security purposes, you can only request this after 42 seconds.',
      ),
    );
    const { user } = visit('/auth/forgot');
    const email = await screen.findByLabelText('Email');
    await fill(user, email, 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await findOnce(/another in 42 seconds/);
    expect(screen.getByRole('button', { name: /Resend in [1-4]\d s/ })).toBeDisabled();
    await user.type(email, '.org');
    expect(screen.getByRole('button', { name: 'Send link' })).toBeEnabled();
  });

  it('cannot be replaced while signed out', async () => {
    visit('/auth/reset');
    expect(await screen.findByRole('link', { name: 'Send a new link' })).toHaveAttribute(
      'href',
      '/auth/forgot',
    );
  });
});

describe('the link of the welcome email after a payment', () => {
  const open = () => visit('/auth/confirm?token=hash-1&type=payment');

  it('is confirmed with the password chosen at checkout, and shows an error for another one', async () => {
    network.on(VERIFY, authErrorResponse(400, 'invalid_credentials', 'Invalid login credentials'));
    network.on(`GET ${AUTH}/user`, { body: authUser() });
    const { user } = open();
    const password = await screen.findByLabelText('Your password');
    await fill(user, password, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await findOnce(/isn’t the password for this account/);
    expect(password).toHaveAccessibleDescription(/isn’t the password for this account/);
    await waitFor(() => expect(password).toHaveFocus());
    expect(localStorage.getItem('session')).toBeNull();

    network.on(VERIFY, { body: session() });
    await user.clear(password);
    await fill(user, password, 'secret1');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByRole('heading', { name: 'Your email address is confirmed' });
    const confirmation = { type: 'payment', token_hash: 'hash-1', password: 'secret1' };
    expect(network.calls(VERIFY).at(-1)?.body).toEqual(confirmation);
    expect(localStorage.getItem('session')).toContain('refresh-token');
  });

  it('reports an unrecognized account without signing in', async () => {
    network.on(VERIFY, { body: {} });
    const { user } = open();
    await user.click(await screen.findByText('No, this wasn’t me'));
    await user.click(screen.getByRole('button', { name: 'This wasn’t me' }));
    await screen.findByRole('heading', { name: 'Thanks for letting us know' });
    expect(network.calls(VERIFY).map(({ body }) => body)).toEqual([
      { type: 'payment', token_hash: 'hash-1', report_unrecognized: true },
    ]);
    expect(localStorage.getItem('session')).toBeNull();
  });

  describe('sent by support to an address other than the account’s', () => {
    const openCopy = (more = '') =>
      visit(`/auth/confirm?token=hash-1&type=payment&confirms_email=false${more}`);

    it('only signs in with the password, and says why', async () => {
      network.on(VERIFY, { body: session() });
      network.on(`GET ${AUTH}/user`, { body: authUser({ unconfirmed: true }) });
      const { user } = openCopy();
      await screen.findByText(/your account still uses another address/);
      expect(screen.queryByText(/purchased with your email address/)).toBeNull();
      expect(screen.queryByText(/set a new password/)).toBeNull();
      expect(screen.queryByText('No, this wasn’t me')).toBeNull();
      expect(screen.getByText(/ask us to replace your account’s email/)).toBeVisible();
      await fill(user, screen.getByLabelText('Your password'), 'secret1');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(await screen.findByRole('heading', { name: 'You’re signed in' })).toBeVisible();
      expect(network.calls(VERIFY)[0]?.body).toMatchObject({ password: 'secret1' });
    });

    it('offers no link that would go to the other address when it has expired', async () => {
      network.on(VERIFY, EXPIRED);
      const { user } = openCopy();
      await user.type(await screen.findByLabelText('Your password'), 'secret1{Enter}');
      await screen.findByRole('heading', { name: 'This welcome link no longer works' });
      expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull();
      expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
    });

    it('asks for no password when the account has none', async () => {
      openCopy('&has_password=false');
      await screen.findByText(/ask us to replace your account’s email/);
      expect(screen.queryByLabelText(/password/i)).toBeNull();
    });

    it('does not offer a session that cannot use it', async () => {
      signIn();
      openCopy();
      await screen.findByLabelText('Your password');
      expect(screen.queryByRole('button', { name: /Confirm as/ })).toBeNull();
    });
  });

  it('offers to sign in or reset the password when it has expired', async () => {
    network.on(VERIFY, EXPIRED);
    network.on(RECOVER, { body: {} });
    const { user } = open();
    await fill(user, await screen.findByLabelText('Your password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByRole('heading', { name: 'This welcome link no longer works' });
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
    await fill(user, screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText(/If there’s an account for ada@example.com/);
    expect(network.calls(RECOVER)).toHaveLength(1);
  });

  it('is confirmed with a new password', async () => {
    network.on(VERIFY, { body: session() });
    network.on(`GET ${AUTH}/user`, { body: authUser() });
    const { user } = open();
    await user.click(await screen.findByText('Yes, but set a new password'));
    await fill(user, screen.getByLabelText('New password'), 'new-secret');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    await screen.findByRole('heading', { name: 'Your email address is confirmed' });
    expect(network.calls(VERIFY)[0]?.body).toMatchObject({ new_password: 'new-secret' });
  });

  it('is confirmed in one click when signed in', async () => {
    signIn();
    network.on(VERIFY, { body: session() });
    network.on(`GET ${AUTH}/user`, { body: authUser() });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Confirm as ada@example.com' }));
    await screen.findByRole('heading', { name: 'Your email address is confirmed' });
    const [call] = network.calls(VERIFY);
    expect(call?.body).toEqual({ type: 'payment', token_hash: 'hash-1' });
    expect(call?.headers.get('Authorization')).toBe(`Bearer ${ACCESS_TOKEN}`);
  });
});

describe('a failed link that was followed by the server', () => {
  const failed = (code: string) =>
    `#error=access_denied&error_code=${code}&error_description=Call+0900+for+help&sb=`;

  it('is explained on the landing page with next steps, and removed from the URL', async () => {
    const { user } = visit(`/${failed('otp_expired')}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This link no longer works');
    expect(alert).not.toHaveTextContent('0900');
    expect(window.location.hash).toBe('');
    const links = within(alert).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/auth',
      '/auth/confirm?type=signup',
      '/auth/forgot',
    ]);
    await user.click(within(alert).getByRole('link', { name: 'Get a new confirmation email' }));
    await screen.findByRole('heading', { name: 'Get a new confirmation email' });
    expect(screen.queryByText('This link no longer works')).toBeNull();
  });

  it('is explained once on the reset page', async () => {
    visit(`/auth/reset${failed('otp_expired')}`);
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(currentPath()).toBe('/auth/reset');
    expect(window.location.hash).toBe('');
  });

  it.each([
    ['user_banned', 'This account is locked'],
    ['unexpected_failure', 'That didn’t work'],
  ])('says what %s means', async (code, title) => {
    visit(`/${failed(code)}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
  });

  it('keeps the current session', async () => {
    signIn();
    visit(`/pricing${failed('otp_expired')}`);
    await screen.findByRole('alert');
    expect(await screen.findByRole('button', { name: /Account/ })).toBeVisible();
    expect(localStorage.getItem('session')).toContain('refresh-token');
  });
});
