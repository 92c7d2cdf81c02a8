import { screen, waitFor, within } from '@testing-library/react';
import { mockAccount, signInCustomer, device, SESSIONS, THIS_DEVICE, USER } from './support/account';
import { network } from './support/network';
import { currentPath, findToast, findOnce, fill, visit } from './support/site';
import { APP, AUTH, authErrorResponse, errorResponse, session, user } from './support/responses';

const UPDATE = `PUT ${USER}`;
const REAUTHENTICATE = `GET ${AUTH}/reauthenticate`;

const SOON = 'For security purposes, you can only request this after 42 seconds.';

const form = async (name: string) => within(await screen.findByRole('form', { name }));

describe('account security', () => {
  it('requires sign-in and returns afterwards', async () => {
    visit('/account/security');
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fsecurity'));
  });

  it('is linked in the account menu', async () => {
    signInCustomer();
    const { keyboard } = visit('/');
    await keyboard.click(await screen.findByRole('button', { name: 'Account' }));
    const [link] = screen.getAllByRole('link', { name: 'Account security' });
    await keyboard.click(link!);
    expect(await screen.findByRole('heading', { level: 1, name: 'Account security' })).toBeVisible();
    for (const name of ['Password', 'Two-factor authentication', 'Where you’re signed in'])
      expect(await screen.findByRole('region', { name })).toBeVisible();
  });

  it('shows an error with a retry when the account cannot be loaded', async () => {
    signInCustomer();
    network.on(`GET ${USER}`, 'offline');
    const { keyboard } = visit('/account/security');
    expect(await screen.findByText('Your account couldn’t be loaded')).toBeVisible();
    expect(screen.getByText(/couldn’t reach the server/)).toBeVisible();
    mockAccount();
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Password' })).toBeVisible();
  });

  it('redirects when the session was ended on another device', async () => {
    signInCustomer();
    network.on(`GET ${USER}`, authErrorResponse(403, 'session_not_found', 'Session does not exist'));
    visit('/account/security');
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fsecurity'));
    expect(localStorage.getItem('session')).toBeNull();
  });
});

describe('a new password', () => {
  const change = async (password: string) => {
    const { keyboard } = visit('/account/security');
    const entries = await form('Password');
    await fill(keyboard, entries.getByLabelText('Current password'), 'secret1');
    await fill(keyboard, entries.getByLabelText('New password'), password);
    await keyboard.click(entries.getByRole('button', { name: 'Change password' }));
    return { keyboard, entries };
  };

  it('is set and signs out other devices', async () => {
    signInCustomer();
    network.on(UPDATE, { body: user() });
    const { entries } = await change('quite another one');
    expect(await findToast('Password changed')).toBe('All other devices have been signed out.');
    expect(network.calls(UPDATE)[0]?.body).toMatchObject({
      password: 'quite another one',
      current_password: 'secret1',
    });
    expect(entries.getByLabelText('Current password')).toHaveValue('');
    expect(entries.getByLabelText('New password')).toHaveValue('');
    await waitFor(() => expect(network.calls(`GET ${SESSIONS}`)).toHaveLength(2));
  });

  it('says only once that the session has ended, on the sign-in page', async () => {
    signInCustomer();
    const ended = authErrorResponse(403, 'session_not_found', 'Session does not exist');
    network.on(UPDATE, () => {
      network.on(`GET ${USER}`, ended);
      return ended;
    });
    await change('quite another one');
    expect(await findOnce(/Your session has ended/)).toBeVisible();
  });

  it('says in a toast that the second factor is needed again, because the form disappears', async () => {
    signInCustomer({ factors: [APP] });
    network.on(UPDATE, authErrorResponse(403, 'insufficient_aal', 'AAL2 session is required'));
    network.on(`POST ${AUTH}/token`, { body: session(user({ factors: [APP] })) });
    await change('quite another one');
    expect(await findToast('Couldn’t change your password')).toBe(
      'Verify your second factor again to continue.',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    expect(screen.getAllByText('Couldn’t change your password')).toHaveLength(1);
  });

  it('identifies its account to password managers', async () => {
    signInCustomer();
    const { container } = visit('/account/security');
    await form('Password');
    expect(container.querySelector('form[aria-label="Password"] [autocomplete="username"]')).toHaveValue(
      'ada@example.com',
    );
  });

  it('is not submitted when too short', async () => {
    signInCustomer();
    const { entries } = await change('five5');
    expect(entries.getByLabelText('New password')).toHaveAccessibleDescription(/at least 6 characters long/);
    expect(network.calls(UPDATE)).toHaveLength(0);
  });

  it.each([
    [
      authErrorResponse(422, 'weak_password', 'Password should be at least 12 characters.', {
        weak_password: { reasons: ['length'] },
      }),
      /at least 12 characters/,
    ],
    [authErrorResponse(422, 'same_password', 'New password should be different.'), /already your password/],
  ])('shows the server’s reason at the field (%#)', async (response, reason) => {
    signInCustomer();
    network.on(UPDATE, response);
    const { entries } = await change('password');
    await findOnce(reason);
    expect(entries.getByLabelText('New password')).toHaveAccessibleDescription(reason);
    await waitFor(() => expect(entries.getByLabelText('New password')).toHaveFocus());
  });

  it('requires an emailed code when the session is older', async () => {
    signInCustomer();
    network.on(UPDATE, ({ body }) =>
      body['nonce'] === '123456'
        ? { body: user() }
        : authErrorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    );
    network.on(REAUTHENTICATE, { body: {} });
    const { keyboard } = await change('quite another one');
    const code = await (await form('Email verification')).findByLabelText('Code');
    expect(code).toHaveAccessibleDescription(/6-digit code to ada@example.com/);
    expect(screen.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
    expect(network.calls(REAUTHENTICATE)).toHaveLength(1);
    await keyboard.type(code, '123456');
    await findToast('Password changed');
    expect(network.calls(UPDATE)[1]?.body).toMatchObject({ password: 'quite another one', nonce: '123456' });
    expect(await form('Password')).toBeDefined();
  });

  it('shows a weak password error at the field after the emailed code', async () => {
    signInCustomer();
    network.on(UPDATE, ({ body }) =>
      body['nonce']
        ? authErrorResponse(422, 'weak_password', 'This password has appeared in a data breach.')
        : authErrorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    );
    network.on(REAUTHENTICATE, { body: {} });
    const { keyboard } = await change('quite another one');
    await keyboard.type(await (await form('Email verification')).findByLabelText('Code'), '123456');
    await findOnce(/appeared in a data breach/);
    const entry = (await form('Password')).getByLabelText('New password');
    expect(entry).toHaveAccessibleDescription(/appeared in a data breach/);
    await waitFor(() => expect(entry).toHaveFocus());
  });

  it('can be canceled at the emailed code, which restores focus', async () => {
    signInCustomer();
    network.on(UPDATE, authErrorResponse(400, 'reauthentication_needed', 'Requires reauthentication'));
    network.on(REAUTHENTICATE, { body: {} });
    const { keyboard } = await change('quite another one');
    await keyboard.click(await screen.findByRole('button', { name: 'Cancel' }));
    const entry = (await form('Password')).getByLabelText('New password');
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
    expect(entry).toHaveValue('quite another one');
  });

  it('waits for the server’s cooldown before another email', async () => {
    signInCustomer();
    network.on(
      UPDATE,
      authErrorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    );
    network.on(REAUTHENTICATE, authErrorResponse(429, 'over_email_send_rate_limit', SOON));
    await change('quite another one');
    expect(await screen.findByRole('button', { name: /Resend in 4[12] s/ })).toBeDisabled();
  });

  it('requires the current one', async () => {
    signInCustomer();
    network.on(UPDATE, ({ body }) =>
      body['current_password'] === 'secret1'
        ? { body: user() }
        : authErrorResponse(400, 'current_password_invalid', 'Current password is wrong'),
    );
    const { keyboard } = visit('/account/security');
    const entries = await form('Password');
    const current = entries.getByLabelText('Current password');
    expect(current).toHaveAttribute('autocomplete', 'current-password');
    await keyboard.type(entries.getByLabelText('New password'), 'quite another one{Enter}');
    expect(current).toHaveAccessibleDescription(/Enter your current password/);
    await waitFor(() => expect(current).toHaveFocus());
    expect(network.calls(UPDATE)).toHaveLength(0);

    await keyboard.type(current, 'guessed{Enter}');
    await waitFor(() => expect(current).toHaveAccessibleDescription(/isn’t your current password/));
    expect(entries.getByLabelText('New password')).toHaveValue('quite another one');
    await keyboard.clear(current);
    await keyboard.type(current, 'secret1{Enter}');
    await findToast('Password changed');
    expect(network.calls(UPDATE).map(({ body }) => body['current_password'])).toEqual(['guessed', 'secret1']);
  });

  it('can be reset when the current one is forgotten', async () => {
    signInCustomer();
    visit('/account/security');
    const entries = await form('Password');
    expect(entries.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
      'href',
      '/auth/forgot',
    );
  });

  it('can be the first one of an account', async () => {
    signInCustomer({ hasPassword: false });
    visit('/account/security');
    expect(await screen.findByRole('button', { name: 'Set password' })).toBeVisible();
    expect(screen.getByText(/doesn’t have a password yet/)).toBeVisible();
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });
});

describe('the devices', () => {
  const OTHER = device();
  const END = `DELETE ${SESSIONS}/${OTHER.id}`;
  const list = async () => within(await screen.findByRole('list', { name: 'Devices' }));
  const onlyThis = () => network.on(`GET ${SESSIONS}`, { body: { sessions: [THIS_DEVICE] } });

  it('are listed with address and last use, with the current one marked', async () => {
    signInCustomer();
    visit('/account/security');
    const [first, second] = (await list()).getAllByRole('listitem');
    expect(first).toHaveTextContent('Chrome on Linux');
    expect(first).toHaveTextContent('This device');
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent('Firefox on macOS');
    expect(second).toHaveTextContent('Last used 3 hours ago from 203.0.113.9');
    expect(second).not.toHaveTextContent('This device');
  });

  it('are listed without details', async () => {
    signInCustomer();
    network.on(`GET ${SESSIONS}`, {
      body: { sessions: [device({ device: null, userAgent: null, ipAddress: null })] },
    });
    visit('/account/security');
    expect((await list()).getAllByText('Unknown device')[0]).toBeVisible();
  });

  it.each([
    ['is signed out', { status: 204 }],
    ['may be signed out already', errorResponse(404, 'session_not_found', 'There is no such session.')],
  ])('are signed out one by one: %s', async (_, response) => {
    signInCustomer();
    network.on(END, () => {
      onlyThis();
      return response;
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click((await list()).getByRole('button', { name: 'Sign out Firefox on macOS' }));
    expect(await findToast('Signed out')).toBe('Firefox on macOS no longer has access to your account.');
    await waitFor(() => expect(screen.queryByText('Firefox on macOS')).toBeNull());
    expect(network.calls(END)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Where you’re signed in' })).toHaveFocus(),
    );
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('show an error when signing out fails', async () => {
    signInCustomer();
    network.on(END, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    const { keyboard } = visit('/account/security');
    await keyboard.click((await list()).getByRole('button', { name: 'Sign out Firefox on macOS' }));
    expect((await findOnce(/temporarily unavailable/)).closest('[role=alert]')).toHaveTextContent(
      'Couldn’t sign out',
    );
    expect((await list()).getAllByText('Firefox on macOS')[0]).toBeVisible();
  });

  it('are all signed out except the current one', async () => {
    signInCustomer();
    network.on(`POST ${AUTH}/logout`, () => {
      onlyThis();
      return { status: 204 };
    });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await findToast('Signed out')).toBe('Only this device is still signed in.');
    expect(network.calls(`POST ${AUTH}/logout`)[0]?.query.get('scope')).toBe('others');
    await waitFor(() => expect(screen.queryByText('Firefox on macOS')).toBeNull());
    expect(localStorage.getItem('session')).not.toBeNull();
  });

  it('are all signed out after confirmation', async () => {
    signInCustomer();
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { keyboard } = visit('/account/security');
    await keyboard.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const question = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }));
    await keyboard.click(question.getByRole('button', { name: 'Stay signed in' }));
    expect(network.calls(`POST ${AUTH}/logout`)).toHaveLength(0);
    await keyboard.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const again = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }));
    await keyboard.click(again.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fsecurity'));
    expect(network.calls(`POST ${AUTH}/logout`)[0]?.query.get('scope')).toBe('global');
    expect(localStorage.getItem('session')).toBeNull();
  });

  it('show an error in place when loading fails', async () => {
    signInCustomer();
    network.on(`GET ${SESSIONS}`, errorResponse(503, 'service_unavailable', 'Unavailable.'));
    const { keyboard } = visit('/account/security');
    expect(await screen.findByText('Your devices couldn’t be loaded')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Password' })).toBeVisible();
    onlyThis();
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await list()).getByText('Chrome on Linux')).toBeVisible();
  });
});
