import { screen, waitFor, within } from '@testing-library/react';
import { LIST, mockEmails, signInStaff } from './support/console';
import { network } from './support/network';
import {
  AAL2_TOKEN,
  ADMIN,
  APP,
  AUTH,
  authErrorResponse,
  errorResponse,
  session,
  authUser,
} from './support/responses';
import { currentPath, findToast, signIn, visit } from './support/site';
import { mockAccount, signInCustomer } from './support/account';

const sections = async () =>
  within(await screen.findByRole('navigation', { name: 'Console' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

/** Neither the site's navigation nor its footer. */
function expectNoSiteLayout(): void {
  expect(screen.getAllByRole('banner')).toHaveLength(1);
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
}

describe('the layout of the console', () => {
  beforeEach(() => mockEmails([]));

  it('replaces the header and footer of the site', async () => {
    signInStaff('support');
    const { user } = visit('/admin/emails');
    expect(await screen.findByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
    expect(currentPath()).toBe('/admin');
    expect(await sections()).toEqual([
      'Customers',
      'Emails',
      'SMS',
      'Cancellations',
      'Payment reviews',
      'Unclaimed payments',
      'Failed cancellations',
      'Mismatches',
      'Queues',
      'Webhooks',
    ]);
    expectNoSiteLayout();
    expect(screen.getByRole('link', { name: 'Emails' })).toHaveAttribute('aria-current', 'page');

    await user.click(screen.getByRole('link', { name: 'Back to the site' }));
    expect(await screen.findByRole('contentinfo')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Console' })).toBeNull();
  });

  it('shows administrators more sections, and who is signed in', async () => {
    signInStaff('admin');
    visit('/admin/emails/m1');
    expect((await sections()).slice(-4)).toEqual(['Queues', 'Webhooks', 'Files', 'Audit log']);
    expect(screen.getByRole('link', { name: 'Emails' })).toHaveAttribute('aria-current', 'true');
    const header = within(screen.getByRole('banner'));
    expect(header.getAllByText('staff@example.com')[0]).toBeVisible();
    expect(header.getByText('Administrator')).toBeVisible();
  });

  it('signs out, and returns after the next sign-in', async () => {
    signInStaff('support');
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { user } = visit('/admin');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await findToast('Signed out');
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Fadmin'));
  });

  it('has no sections for someone who is not staff', async () => {
    // Regardless of their token.
    signInStaff('admin');
    network.on(`GET ${ADMIN}/me`, errorResponse(403, 'forbidden', 'Staff only.'));
    visit('/admin');
    expect(await screen.findByText('This page is for staff only')).toBeVisible();
    expectNoSiteLayout();
    expect(screen.queryByRole('navigation', { name: 'Console' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(network.calls(LIST)).toHaveLength(0);
  });
});

const ME = `GET ${ADMIN}/me`;
const TOKEN = `POST ${AUTH}/token`;
const STAFF = { email: 'staff@example.com', role: 'support' };
const GUARDED = authUser({ ...STAFF, factors: [APP] });
const NO_MAILS = { body: { items: [], nextCursor: null } };
const STAFF_MEMBER = { body: { id: '1', email: 'staff@example.com', role: 'support' } };
const INSUFFICIENT = errorResponse(403, 'insufficient_aal', 'AAL2 required');
const ENROLL = errorResponse(403, 'mfa_enrollment_required', 'Set up two-factor authentication first.');

const findChallenge = () => screen.findByRole('heading', { level: 1, name: 'Enter your code' });

beforeEach(() => {
  network.on(ME, STAFF_MEMBER);
  network.on(LIST, NO_MAILS);
  network.on(`POST ${AUTH}/factors/${APP.id}/challenge`, {
    body: { id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 },
  });
  network.on(`POST ${AUTH}/factors/${APP.id}/verify`, () => {
    mockAccount({ ...STAFF, factors: [APP] });
    return { body: session(GUARDED, AAL2_TOKEN) };
  });
});

describe('staff whose session lacks MFA', () => {
  it('are challenged before the console opens and return to the requested page', async () => {
    signIn({ ...STAFF, factors: [APP] });
    mockAccount({ ...STAFF, factors: [APP] });
    const { user } = visit('/admin/emails/m1');
    expect(await findChallenge()).toBeVisible();
    expect(network.calls(ME)).toHaveLength(0);
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456');
    await waitFor(() => expect(currentPath()).toBe('/admin/emails/m1'));
  });

  it('are challenged when the server requires it, regardless of the browser’s token', async () => {
    signIn({ ...STAFF, factors: [APP] }, AAL2_TOKEN);
    network.on(ME, INSUFFICIENT);
    network.on(TOKEN, { body: session(GUARDED) });
    visit('/admin/queues');
    expect(await findChallenge()).toBeVisible();
    expect(currentPath()).toBe('/auth?next=%2Fadmin%2Fqueues');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can sign in again when the session cannot be refreshed', async () => {
    signIn({ ...STAFF, factors: [APP] }, AAL2_TOKEN);
    network.on(ME, INSUFFICIENT);
    network.on(TOKEN, authErrorResponse(400, 'refresh_token_not_found', 'Refresh Token Not Found'));
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { user } = visit('/admin');
    expect(await screen.findByText('Verify your second factor to continue.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeVisible();
    expect(currentPath()).toBe('/auth?next=%2Fadmin');
  });
});

describe('staff without a second factor when all staff need one', () => {
  it('are sent to set it up, without a way around it', async () => {
    signInCustomer(STAFF);
    network.on(ME, ENROLL);
    const { user } = visit('/admin/queues');
    expect(await screen.findByText('Two-factor authentication required')).toBeVisible();
    expect(screen.queryByRole('button', { name: /another account|Try again/ })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Set up two-factor authentication' }));
    expect(await screen.findByText('Set up two-factor authentication to continue')).toBeVisible();
    expect(currentPath()).toBe('/account/security?next=%2Fadmin%2Fqueues');
    expect(screen.queryByRole('link', { name: 'Continue to the support console' })).toBeNull();
  });

  it('are never sent back to another site', async () => {
    signInCustomer({ ...STAFF, factors: [APP] });
    visit('/account/security?next=https%3A%2F%2Fevil.example%2Fadmin');
    expect(await screen.findByRole('button', { name: 'Add another method' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Continue to the support console' })).toBeNull();
  });
});
