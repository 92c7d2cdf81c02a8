import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { form, submitSignIn, tab } from './support/auth-forms';
import { network } from './support/network';
import { currentPath, findSilent, findToast, toastTitles, reload, visit } from './support/site';
import { AUTH, authErrorResponse, FUNCTIONS, NO_SUBSCRIPTION, session } from './support/responses';

const TOKEN = `POST ${AUTH}/token`;

describe('signing in with an emailed link', () => {
  const OTP = `POST ${AUTH}/otp`;
  const ask = async (path = '/auth') => {
    const { keyboard } = visit(path);
    await keyboard.click(await tab('Sign In'));
    await keyboard.type(form('Sign in').getByLabelText('Email'), 'ada@example.com');
    await keyboard.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
    return keyboard;
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
    expect(screen.getByRole('button', { name: 'Resend in 60 s' })).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(toastTitles()).toEqual([]);
    expect(network.calls(OTP)[0]?.body).toMatchObject({ email: 'ada@example.com', create_user: false });
  });

  it('clears errors of the other method', async () => {
    network.on(TOKEN, authErrorResponse(400, 'invalid_credentials', 'Invalid login credentials'));
    network.on(OTP, 'offline');
    const { keyboard } = visit('/auth');
    await submitSignIn(keyboard);
    await findToast('Sign in failed');
    await findSilent('You’re not signed in.');
    await keyboard.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
    expect(await screen.findByText('The email wasn’t sent')).toBeVisible();
    expect(screen.queryByText('You’re not signed in.')).toBeNull();
    expect(toastTitles()).toEqual([]);

    await keyboard.click(form('Sign in').getByRole('button', { name: 'Sign In' }));
    await findSilent('You’re not signed in.');
    expect(screen.queryByText('The email wasn’t sent')).toBeNull();
  });

  it('returns to the requested page', async () => {
    network.on(OTP, { body: {} });
    await ask('/auth?next=%2Faccount%2Fsecurity');
    await screen.findByText('Check your email');
    expect(network.calls(OTP)[0]?.query.get('redirect_to')).toBe(
      'http://localhost/auth?next=%2Faccount%2Fsecurity',
    );
  });

  it('can still be replaced with its code after a reload', async () => {
    network.on(OTP, { body: {} });
    await ask();
    await screen.findByText('Check your email');
    reload();
    expect(await screen.findByRole('button', { name: 'Enter the code instead' })).toBeVisible();
    expect(form('Sign in').getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('requires an email but no password', async () => {
    const { keyboard } = visit('/auth');
    await keyboard.click(await tab('Sign In'));
    await keyboard.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
    const email = form('Sign in').getByLabelText('Email');
    expect(email).toHaveAccessibleDescription('Enter your email address.');
    await waitFor(() => expect(email).toHaveFocus());
    expect(form('Sign in').getByLabelText('Password')).not.toHaveAccessibleDescription();
    expect(network.calls(OTP)).toHaveLength(0);
  });

  it('shows errors that do not depend on the email', async () => {
    network.on(OTP, 'offline');
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(/couldn’t reach the server/);
    expect(screen.getByRole('button', { name: 'Email me a sign-in link' })).toBeEnabled();
  });

  it('can be resent after a minute, even while the page is hidden', async () => {
    network.on(OTP, { body: {} });
    const keyboard = await ask();
    const callout = await screen.findByText('Check your email');
    await waitFor(() => expect(callout.closest('[role=status]')).toHaveFocus());
    const again = await screen.findByRole('button', { name: /Resend in/ });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    await waitFor(() => expect(again).toBeEnabled());
    await keyboard.click(screen.getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(network.calls(OTP)).toHaveLength(2));
  });

  describe('and its code', () => {
    const VERIFY = `POST ${AUTH}/verify`;
    const enter = async (keyboard: UserEvent, code: string) => {
      await keyboard.click(await screen.findByRole('button', { name: 'Enter the code instead' }));
      await keyboard.type(await screen.findByLabelText('Code'), code);
    };
    beforeEach(() => {
      network.on(OTP, { body: {} });
      network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
    });

    it('signs in and returns to the requested page', async () => {
      network.on(VERIFY, { body: session() });
      const keyboard = await ask('/auth?next=%2Fcheckout%3Fplan%3Dteam');
      await enter(keyboard, '177117');
      await waitFor(() => expect(currentPath()).toBe('/checkout?plan=team'));
      expect(await findToast('Welcome back!')).toBe("You've successfully signed in.");
      expect(network.calls(VERIFY).map(({ body }) => body)).toEqual([
        expect.objectContaining({ type: 'email', email: 'ada@example.com', token: '177117' }),
      ]);
    });

    it('is asked for again when it is wrong, and a wrong code is sent only once', async () => {
      network.on(VERIFY, authErrorResponse(403, 'otp_expired', 'Token has expired or is invalid'));
      const keyboard = await ask();
      await enter(keyboard, '000000');
      const code = screen.getByLabelText('Code');
      await waitFor(() => expect(code).toHaveAccessibleDescription(/isn’t right or has expired/));
      expect(code).toHaveAttribute('autocomplete', 'one-time-code');
      expect(code).toHaveAttribute('inputmode', 'numeric');
      await waitFor(() => expect(code).toHaveFocus());
      await keyboard.keyboard('{Enter}');
      expect(network.calls(VERIFY)).toHaveLength(1);
      expect(screen.getByRole('form', { name: 'Sign in' })).toBeVisible();
    });

    it('can be sent again after a lost connection', async () => {
      network.on(VERIFY, 'offline');
      const keyboard = await ask();
      await enter(keyboard, '177117');
      const code = screen.getByLabelText('Code');
      await waitFor(() => expect(code).toHaveAccessibleDescription(/couldn’t reach the server/));
      await waitFor(() => expect(code).toHaveFocus());
      await keyboard.keyboard('{Enter}');
      await waitFor(() => expect(network.calls(VERIFY)).toHaveLength(2));
    });
  });
});
