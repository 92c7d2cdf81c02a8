import { screen, waitFor, within } from '@testing-library/react';
import { mockAccount, signInCustomer } from './support/account';
import { network } from './support/network';
import { currentPath, findList, findToast, findOnce, visit } from './support/site';
import { AUTH, authErrorResponse } from './support/responses';

const SETTINGS = `GET ${AUTH}/settings`;
const LINK = `GET ${AUTH}/user/identities/authorize`;
const GITHUB = {
  identity_id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b21',
  id: '4711',
  user_id: '5b2f3a86-6f5c-4a31-9f2e-0d6f2f5d7c11',
  provider: 'github',
  identity_data: { email: 'ada@elsewhere.example' },
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};
const UNLINK = `DELETE ${AUTH}/user/identities/${GITHUB.identity_id}`;

beforeEach(() =>
  network.on(SETTINGS, {
    body: {
      external: {
        email: true,
        phone: true,
        anonymous_users: true,
        google: true,
        apple: false,
        'custom:acme': true,
      },
      passkeys_enabled: false,
    },
  }),
);

describe('OAuth sign-in', () => {
  it('is offered for configured providers on both tabs', async () => {
    const { user } = visit('/auth');
    for (const tab of ['Sign Up', 'Sign In']) {
      await user.click(await screen.findByRole('tab', { name: tab }));
      const panel = within(screen.getByRole('tabpanel', { name: tab }));
      expect(await panel.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
      expect(panel.getAllByRole('button', { name: /^Continue with/ }).map((it) => it.textContent)).toEqual([
        'Continue with Google',
        'Continue with Acme',
      ]);
    }
    expect(network.calls(SETTINGS)).toHaveLength(1);
  });

  it('shows on the sign-in tab that it failed', async () => {
    visit('/auth#error=access_denied&error_code=bad_oauth_callback');
    expect(await screen.findByText('You weren’t signed in')).toBeVisible();
    expect(currentPath() + window.location.hash).toBe('/auth');
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  });

  it.each([
    [
      '/auth?next=%2Faccount%2Fsecurity&error=invalid&error_code=provider_email_needs_verification&error_description=words',
      'Check your email',
      '/auth?next=%2Faccount%2Fsecurity',
    ],
    [
      '/?error=invalid_request&error_code=bad_oauth_state&error_description=words',
      'Sign-in wasn’t completed',
      '/',
    ],
  ])('shows why it failed: %s', async (path, title, cleaned) => {
    visit(path);
    expect(await screen.findByText(title)).toBeVisible();
    expect(currentPath() + window.location.hash).toBe(cleaned);
    expect(screen.queryByText('words')).toBeNull();
  });
});

describe('a provider named by the operator', () => {
  beforeEach(() =>
    network.on(SETTINGS, {
      body: {
        external: { 'custom:sso': true, 'custom:acme': true },
        external_names: { 'custom:sso': 'Our Company Login' },
        passkeys_enabled: false,
      },
    }),
  );

  it('has that name on the sign-in page', async () => {
    visit('/auth');
    expect(await screen.findByRole('button', { name: 'Continue with Our Company Login' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue with Acme' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue with Sso' })).toBeNull();
  });

  it('has that name when connecting, when connected and in the confirmation', async () => {
    signInCustomer();
    const { unmount } = visit('/account/security');
    expect(await screen.findByRole('button', { name: 'Connect Our Company Login' })).toBeVisible();
    unmount();
    mockAccount({ identities: [{ ...GITHUB, provider: 'custom:sso' }] });
    const { user } = visit('/account/security');
    const list = await findList('Connected accounts');
    expect(list.getByRole('listitem')).toHaveTextContent('Our Company Loginada@elsewhere.example');
    expect(screen.queryByRole('button', { name: 'Connect Our Company Login' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Disconnect Our Company Login' }));
    expect(screen.getByRole('dialog', { name: 'Disconnect Our Company Login?' })).toBeVisible();
  });
});

describe('connected accounts', () => {
  const withGithub = () => {
    signInCustomer({ identities: [GITHUB] });
    network.on(SETTINGS, {
      body: { external: { github: true, google: true }, passkeys_enabled: false },
    });
  };

  it('are listed, and others can be connected, with an error when that fails', async () => {
    withGithub();
    network.on(LINK, authErrorResponse(404, 'manual_linking_disabled', 'Manual linking is disabled'));
    const { user } = visit('/account/security');
    const list = await findList('Connected accounts');
    expect(list.getByRole('listitem')).toHaveTextContent('GitHubada@elsewhere.example');
    expect(screen.queryByRole('button', { name: 'Connect GitHub' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Connect Google' }));
    const alert = (await findOnce('Manual linking is disabled')).closest('[role=alert]');
    expect(alert).toHaveTextContent('Couldn’t connect account');
    expect(network.calls(LINK)[0]?.query.get('provider')).toBe('google');
  });

  it('are disconnected after confirmation, unless they are the only sign-in method', async () => {
    withGithub();
    network.on(UNLINK, authErrorResponse(422, 'single_identity_not_deletable', 'At least 1 identity'));
    const { user } = visit('/account/security');
    await user.click(await screen.findByRole('button', { name: 'Disconnect GitHub' }));
    const question = within(screen.getByRole('dialog', { name: 'Disconnect GitHub?' }));
    const confirm = () => user.click(question.getByRole('button', { name: 'Disconnect' }));
    await confirm();
    expect(await findOnce(/only way to sign in to this account/)).toBeVisible();
    network.on(UNLINK, () => {
      mockAccount();
      return { body: {} };
    });
    await confirm();
    await findToast('Disconnected');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Connected accounts' })).toBeNull());
    expect(network.calls(UNLINK)).toHaveLength(2);
  });

  it('and passkeys are hidden without configured providers', async () => {
    signInCustomer();
    network.on(SETTINGS, { body: { external: { email: true }, passkeys_enabled: false } });
    visit('/account/security');
    await screen.findByRole('region', { name: 'Password' });
    await waitFor(() => expect(network.calls(SETTINGS)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Connected accounts' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull();
  });
});
