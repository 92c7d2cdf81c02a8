import { screen, waitFor } from '@testing-library/react';
import type { AccountDeletion, DataExport } from '@subscription-site/shared/contracts';
import { signInCustomer } from './support/account';
import { mockSubscription, pastDue, subscription, SUBSCRIPTION } from './support/billing';
import { network } from './support/network';
import { errorResponse } from './support/responses';
import { currentPath, region, visit } from './support/site';

const DELETION = '/api/account/v1/deletion';
const EXPORTS = '/api/account/v1/exports';
const PENDING: DataExport = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  status: 'pending',
  requestedAt: '2026-12-10T10:00:00.000Z',
  expiresAt: null,
  sizeBytes: null,
  downloadPath: null,
};
const READY: DataExport = {
  ...PENDING,
  status: 'ready',
  expiresAt: '2026-12-17T10:00:00.000Z',
  sizeBytes: 1_240_000,
  downloadPath: `${EXPORTS}/1/download?token=t`,
};

const mockDeletion = (deletion: Partial<AccountDeletion> = {}) =>
  network.on(`GET ${DELETION}`, { body: { scheduledFor: null, requiresPassword: true, ...deletion } });
const mockExport = (...items: DataExport[]) => network.on(`GET ${EXPORTS}`, { body: { items } });

beforeEach(() => {
  signInCustomer();
  mockDeletion();
  mockExport();
  network.on(`GET ${SUBSCRIPTION}`, {
    body: { subscription: null, trial: { status: 'ended', endsAt: null }, deletionAt: null },
  });
});

describe('Download your data', () => {
  it('is linked in the account navigation, and prepares a download that then appears by itself', async () => {
    const { user } = visit('/account/security');
    await user.click(await screen.findByRole('link', { name: 'Data' }));
    const section = await region('Download your data');
    network.on(`POST ${EXPORTS}`, () => {
      mockExport(READY);
      return { status: 202, body: PENDING };
    });
    await user.click(section.getByRole('button', { name: 'Prepare download' }));
    expect(await section.findByText('We’re preparing your download')).toBeVisible();
    expect(section.queryByRole('button')).not.toBeInTheDocument();
    const link = await section.findByRole('link', { name: 'Download (1.2 MB)' });
    expect(link).toHaveAttribute('href', READY.downloadPath);
    expect(section.getByText(/^Dec 17, 2026, /)).toBeVisible();
    expect(section.getByRole('button', { name: 'Prepare a new copy' })).toBeVisible();
  });

  it('can be tried again after the page or an export failed, and says why that is not possible', async () => {
    network.on(`GET ${EXPORTS}`, 'offline');
    const { user } = visit('/account/data');
    expect(await screen.findByText('This page couldn’t be loaded')).toBeVisible();
    mockExport({ ...PENDING, status: 'failed' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const message = 'Too many attempts. Please try again in 60 minutes.';
    network.on(`POST ${EXPORTS}`, errorResponse(429, 'rate_limited', message));
    const section = await region('Download your data');
    expect(section.getByText('We couldn’t prepare your download')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText(/Please try again in 60 minutes/)).toBeVisible();
  });
});

describe('Delete your account', () => {
  it('asks for the password, and leads to the refund while the guarantee applies', async () => {
    mockSubscription(subscription({ refundableUntil: '2026-12-23T10:00:00.000Z' }));
    const { user } = visit('/account/data');
    const section = await region('Delete your account');
    expect(await section.findByText(/Your plan won’t renew/)).toBeVisible();
    const refund = section.getByRole('link', { name: 'get your money back' });
    expect(refund).toHaveAttribute('href', '/account/billing');
    await user.click(section.getByRole('button', { name: 'Delete account' }));
    expect(section.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
    expect(network.calls(`POST ${DELETION}`)).toHaveLength(0);
  });

  it('says that a plan whose payment is overdue ends at once', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    visit('/account/data');
    const section = await region('Delete your account');
    expect(
      await section.findByText(/your plan ends right away, even if you keep your account/),
    ).toBeVisible();
    expect(section.queryByText(/Your plan won’t renew/)).not.toBeInTheDocument();
  });

  it('asks users without a password to sign in again', async () => {
    mockDeletion({ requiresPassword: false });
    const message = 'Please sign in again to confirm it’s you.';
    network.on(`POST ${DELETION}`, errorResponse(403, 'reauthentication_needed', message));
    network.on('POST /api/auth/v1/logout', { status: 204 });
    const { user } = visit('/account/data');
    const section = await region('Delete your account');
    expect(section.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(section.getByRole('button', { name: 'Delete account' }));
    expect(await section.findByText(message)).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Faccount%2Fdata'));
  });
});
