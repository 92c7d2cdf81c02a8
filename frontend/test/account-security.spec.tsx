import { screen, waitFor, within } from '@testing-library/react';
import { device, mockAccount, SESSIONS, signInCustomer, THIS_DEVICE, USER } from './support/account';
import { network } from './support/network';
import { button, currentPath, fill, findForm, findList, findOnce, findToast, visit } from './support/site';
import {
  AAL2_TOKEN,
  APP,
  AUTH,
  authErrorResponse,
  errorResponse,
  FUNCTIONS,
  NO_SUBSCRIPTION,
  session,
  authUser,
} from './support/responses';

const UPDATE = `PUT ${USER}`;
const REAUTHENTICATE = `GET ${AUTH}/reauthenticate`;

const SOON = 'For security purposes, you can only request this after 42 seconds.';

describe('account security', () => {
  it('is linked in the account menu', async () => {
    signInCustomer();
    const { user } = visit('/');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    const [link] = screen.getAllByRole('link', { name: 'Account security' });
    await user.click(link!);
    expect(await screen.findByRole('heading', { level: 1, name: 'Account security' })).toBeVisible();
    for (const name of ['Password', 'Two-factor authentication', 'Where you’re signed in'])
      expect(await screen.findByRole('region', { name })).toBeVisible();
  });

  it('shows an error with a retry when the account cannot be loaded', async () => {
    signInCustomer();
    network.on(`GET ${USER}`, 'offline');
    const { user } = visit('/account/security');
    expect(await screen.findByText('Your account couldn’t be loaded')).toBeVisible();
    expect(screen.getByText(/couldn’t reach the server/)).toBeVisible();
    mockAccount();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
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
    const { user } = visit('/account/security');
    const entries = await findForm('Password');
    await fill(user, entries.getByLabelText('Current password'), 'secret1');
    await fill(user, entries.getByLabelText('New password'), password);
    await user.click(entries.getByRole('button', { name: 'Change password' }));
    return { user, entries };
  };

  it('is set and signs out other devices', async () => {
    signInCustomer();
    network.on(UPDATE, { body: authUser() });
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
    network.on(`POST ${AUTH}/token`, { body: session(authUser({ factors: [APP] })) });
    await change('quite another one');
    expect(await findToast('Couldn’t change your password')).toBe(
      'Verify your second factor again to continue.',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    expect(screen.getAllByText('Couldn’t change your password')).toHaveLength(1);
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

  it('requires an emailed code when the session is older, which can be canceled', async () => {
    signInCustomer();
    network.on(UPDATE, ({ body }) => {
      if (body['nonce'] === '123456') return { body: authUser() };
      return body['nonce']
        ? authErrorResponse(422, 'weak_password', 'This password has appeared in a data breach.')
        : authErrorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication');
    });
    network.on(REAUTHENTICATE, { body: {} });
    const { user } = await change('quite another one');
    const code = await (await findForm('Email verification')).findByLabelText('Code');
    expect(code).toHaveAccessibleDescription(/6-digit code to ada@example.com/);
    expect(screen.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
    expect(network.calls(REAUTHENTICATE)).toHaveLength(1);
    await user.click(await button('Cancel'));
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
    const submit = async (typed: string) => {
      const form = await findForm('Password');
      await user.click(form.getByRole('button', { name: 'Change password' }));
      await user.type(await (await findForm('Email verification')).findByLabelText('Code'), typed);
    };
    await submit('654321');
    await findOnce(/appeared in a data breach/);
    const password = (await findForm('Password')).getByLabelText('New password');
    expect(password).toHaveValue('quite another one');
    expect(password).toHaveAccessibleDescription(/appeared in a data breach/);
    await waitFor(() => expect(password).toHaveFocus());
    await submit('123456');
    await findToast('Password changed');
    const sent = { password: 'quite another one', nonce: '123456' };
    expect(network.calls(UPDATE).at(-1)?.body).toMatchObject(sent);
    expect(await findForm('Password')).toBeDefined();
  });

  it('waits for the server’s cooldown before another email', async () => {
    signInCustomer();
    network.on(
      UPDATE,
      authErrorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    );
    network.on(REAUTHENTICATE, authErrorResponse(429, 'over_email_send_rate_limit', SOON));
    await change('quite another one');
    expect(await screen.findByRole('button', { name: /Resend in [1-4]\d s/ })).toBeDisabled();
  });

  it('is not submitted when too short, and requires the current one', async () => {
    signInCustomer();
    network.on(UPDATE, ({ body }) =>
      body['current_password'] === 'secret1'
        ? { body: authUser() }
        : authErrorResponse(400, 'current_password_invalid', 'Current password is wrong'),
    );
    const { container, user } = visit('/account/security');
    const entries = await findForm('Password');
    const forgot = entries.getByRole('link', { name: 'Forgot your password?' });
    expect(forgot).toHaveAttribute('href', '/auth/forgot');
    const account = container.querySelector('form[aria-label="Password"] [autocomplete="username"]');
    expect(account).toHaveValue('ada@example.com');
    const current = entries.getByLabelText('Current password');
    expect(current).toHaveAttribute('autocomplete', 'current-password');
    const password = entries.getByLabelText('New password');
    await user.type(password, 'five5{Enter}');
    expect(password).toHaveAccessibleDescription(/at least 6 characters long/);
    await user.clear(password);
    await user.type(password, 'quite another one{Enter}');
    expect(current).toHaveAccessibleDescription(/Enter your current password/);
    await waitFor(() => expect(current).toHaveFocus());
    expect(network.calls(UPDATE)).toHaveLength(0);

    await user.type(current, 'guessed{Enter}');
    await waitFor(() => expect(current).toHaveAccessibleDescription(/isn’t your current password/));
    expect(entries.getByLabelText('New password')).toHaveValue('quite another one');
    await user.clear(current);
    await user.type(current, 'secret1{Enter}');
    await findToast('Password changed');
    expect(network.calls(UPDATE).map(({ body }) => body['current_password'])).toEqual(['guessed', 'secret1']);
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
  const list = () => findList('Devices');
  const onlyThis = () => network.on(`GET ${SESSIONS}`, { body: { sessions: [THIS_DEVICE] } });

  it('are listed with address and last use, with the current one marked', async () => {
    signInCustomer();
    const unknown = device({ id: 'c0ffee03', device: null, userAgent: null, ipAddress: null });
    network.on(`GET ${SESSIONS}`, { body: { sessions: [THIS_DEVICE, OTHER, unknown] } });
    visit('/account/security');
    const [first, second, third] = (await list()).getAllByRole('listitem');
    expect(first).toHaveTextContent('Chrome on Linux');
    expect(first).toHaveTextContent('This device');
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent('Firefox on macOS');
    expect(second).toHaveTextContent('Last used 3 hours ago from 203.0.113.9');
    expect(second).not.toHaveTextContent('This device');
    expect(third).toHaveTextContent('Unknown device');
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
    const { user } = visit('/account/security');
    await user.click((await list()).getByRole('button', { name: 'Sign out Firefox on macOS' }));
    expect(await findToast('Signed out')).toBe('Firefox on macOS no longer has access to your account.');
    await waitFor(() => expect(screen.queryByText('Firefox on macOS')).toBeNull());
    expect(network.calls(END)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Where you’re signed in' })).toHaveFocus(),
    );
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('show an error in place when loading or signing out fails', async () => {
    signInCustomer();
    const unavailable = errorResponse(503, 'service_unavailable', 'Unavailable.');
    network.on(`GET ${SESSIONS}`, unavailable);
    const { user } = visit('/account/security');
    expect(await screen.findByText('Your devices couldn’t be loaded')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Password' })).toBeVisible();
    network.on(`GET ${SESSIONS}`, { body: { sessions: [THIS_DEVICE, OTHER] } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    network.on(END, unavailable);
    await user.click((await list()).getByRole('button', { name: 'Sign out Firefox on macOS' }));
    const alert = (await findOnce(/temporarily unavailable/)).closest('[role=alert]');
    expect(alert).toHaveTextContent('Couldn’t sign out');
    expect((await list()).getAllByText('Firefox on macOS')[0]).toBeVisible();
  });

  it('are all signed out after confirmation', async () => {
    signInCustomer();
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { user } = visit('/account/security');
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const question = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }));
    await user.click(question.getByRole('button', { name: 'Stay signed in' }));
    expect(network.calls(`POST ${AUTH}/logout`)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const again = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }));
    await user.click(again.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fsecurity'));
    expect(network.calls(`POST ${AUTH}/logout`)[0]?.query.get('scope')).toBe('global');
    expect(localStorage.getItem('session')).toBeNull();
  });
});

const WEAK = {
  weak_password: { reasons: ['pwned'], message: 'This password has appeared in a data breach.' },
};
const WEAK_TITLE = 'Your password is weak';

async function signInWith(extra: object) {
  signInCustomer();
  localStorage.removeItem('session');
  network.on(`POST ${FUNCTIONS}/check-subscription`, { body: NO_SUBSCRIPTION });
  network.on(`POST ${AUTH}/token`, { body: { ...session(authUser(), AAL2_TOKEN), ...extra } });
  const page = visit('/auth?next=%2Fcheckout%3Fplan%3Dteam');
  const form = within(await screen.findByRole('form', { name: 'Sign in' }));
  await fill(page.user, form.getByLabelText('Email'), 'ada@example.com');
  await fill(page.user, form.getByLabelText('Password'), 'secret1');
  await page.user.click(form.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(currentPath()).toBe('/checkout?plan=team'));
  await screen.findByRole('link', { name: 'Back to plans' });
  return page;
}

describe('signing in with a weak password', () => {
  it('succeeds, shows the server’s reason, and links to the form to change it', async () => {
    const { user } = await signInWith(WEAK);
    expect(await screen.findByText(WEAK_TITLE)).toBeVisible();
    expect(screen.getByText('This password has appeared in a data breach.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Change password' }));
    expect(await screen.findByText('Your current password is weak')).toBeVisible();
    expect(screen.queryByText(WEAK_TITLE)).toBeNull();

    network.on(`PUT ${USER}`, { body: authUser() });
    const form = within(screen.getByRole('form', { name: 'Password' }));
    await fill(user, form.getByLabelText('Current password'), 'secret1');
    await fill(user, form.getByLabelText('New password'), 'a better password');
    await user.click(form.getByRole('button', { name: 'Change password' }));
    await findToast('Password changed');
    expect(screen.queryByText('Your current password is weak')).toBeNull();
    expect(localStorage.getItem('weak-password')).toBeNull();
  });

  it('shows the warning again after a reload until it is dismissed', async () => {
    const first = await signInWith(WEAK);
    await screen.findByText(WEAK_TITLE);
    first.unmount();
    const { user } = visit('/');
    expect(await screen.findByText(WEAK_TITLE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(WEAK_TITLE)).toBeNull();
    expect(localStorage.getItem('weak-password')).toBeNull();
  });

  it('does not show the warning to other users', async () => {
    signInCustomer();
    localStorage.setItem('weak-password', JSON.stringify({ userId: 'another', sentence: 'Weak.' }));
    visit('/account/security');
    await screen.findByRole('form', { name: 'Password' });
    expect(screen.queryByText('Your current password is weak')).toBeNull();
  });

  it('clears the warning when the password is strong', async () => {
    localStorage.setItem('weak-password', JSON.stringify({ userId: authUser().id, sentence: 'Weak.' }));
    await signInWith({});
    expect(screen.queryByText(WEAK_TITLE)).toBeNull();
  });
});
