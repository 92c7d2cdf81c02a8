import { render, screen, waitFor, within } from '@testing-library/react';
import { useAuth } from '../src/lib/session/auth-context';
import { network } from './support/network';
import { signInSubscriber } from './support/billing';
import { currentPath, signIn, findToast, toastTitles, visit } from './support/site';
import {
  ACCESS_TOKEN,
  AUTH,
  FUNCTIONS,
  authErrorResponse,
  errorResponse,
  session,
  authUser,
} from './support/responses';

const CHECK = `POST ${FUNCTIONS}/check-subscription`;

function Stranger() {
  useAuth();
  return null;
}

describe('the session', () => {
  it('is available only within its provider', () => {
    expect(() => render(<Stranger />)).toThrow('useAuth must be used within an AuthProvider');
  });

  it('makes no calls for visitors without one', async () => {
    visit('/');
    await screen.findByRole('heading', { level: 1 });
    expect(network.calls(CHECK)).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
  });

  it('is loaded from storage, and shows the account menu and links to the app instead of the login', async () => {
    signIn();
    visit('/');
    const header = within(screen.getByRole('banner'));
    await header.findByRole('link', { name: /^Open app/ });
    expect(header.getByRole('button', { name: 'Account' })).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'Open app (in a new tab)' }))
      expect(link).toHaveAttribute('href', 'http://localhost:3030');
    expect(screen.queryByRole('link', { name: /Login/ })).toBeNull();
    expect(header.queryByRole('link', { name: 'Get Started' })).toBeNull();
    await waitFor(() => expect(network.calls(CHECK)).not.toHaveLength(0));
    expect(network.calls(CHECK)[0]?.headers.get('Authorization')).toBe(`Bearer ${ACCESS_TOKEN}`);
  });

  it('is required by an account page, which opens with its query after the sign-in', async () => {
    visit('/account/billing?do=card');
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fbilling%3Fdo%3Dcard'));
  });

  it('survives a failing subscription check, which is only logged', async () => {
    signIn();
    network.on(CHECK, errorResponse(500, 'internal_error', 'Unavailable.'));
    visit('/');
    expect(await screen.findByRole('button', { name: 'Account' })).toBeVisible();
    await waitFor(() => expect(network.calls(CHECK)).not.toHaveLength(0));
    expect(screen.queryByText('Unavailable.')).toBeNull();
  });

  it('is refreshed before use when it has expired', async () => {
    signIn();
    localStorage.setItem('session', JSON.stringify({ ...session(), expires_at: 1 }));
    network.on(`POST ${AUTH}/token`, { body: session(authUser({ email: 'renewed@example.com' })) });
    const { user } = visit('/');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    expect(screen.getAllByText('renewed@example.com')[0]).toBeVisible();
    expect(network.calls(`POST ${AUTH}/token`)[0]?.query.get('grant_type')).toBe('refresh_token');
  });

  it('is ended from the account menu, in this browser only', async () => {
    signIn();
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { user } = visit('/pricing');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    expect(screen.queryByRole('link', { name: 'Support console' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await findToast('Signed out');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Account' })).toBeNull());
    expect(network.calls(`POST ${AUTH}/logout`)[0]?.query.get('scope')).toBe('local');
    expect(localStorage.getItem('session')).toBeNull();
    await waitFor(() => expect(currentPath()).toBe('/'));
    // Goes on without loading the site again.
    window.history.pushState(null, '', '/auth');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await screen.findByRole('tab', { name: 'Sign In' });
    expect(screen.queryByText('You’ve been signed out')).toBeNull();
  });

  it.each(['', '/security', '/data'])(
    'of a deleted account ends on /account%s, which asks to sign in',
    async (page) => {
      signInSubscriber();
      visit(`/account${page}`);
      await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
      network.onAny(errorResponse(401, 'unauthorized', 'Please sign in.'));
      network.on(`GET ${AUTH}/user`, authErrorResponse(403, 'user_not_found', 'No such user.'));
      // As when returning to the tab.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      expect(await screen.findByText('You’ve been signed out')).toBeVisible();
      expect(currentPath()).toBe(`/auth?next=${encodeURIComponent(`/account${page}`)}`);
      expect(localStorage.getItem('session')).toBeNull();
      expect(toastTitles()).toEqual([]);
    },
  );

  it('of staff shows the link to the console', async () => {
    signIn({ role: 'support' });
    const { user } = visit('/');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    expect(screen.getByRole('link', { name: 'Support console' })).toHaveAttribute('href', '/admin');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus();
    expect(screen.queryByRole('link', { name: 'Support console' })).toBeNull();
  });
});
