import { screen, waitFor, within } from '@testing-library/react';
import { mockEmails, signInStaff } from './support/console';
import { network } from './support/network';
import { ADMIN, AUTH, errorResponse } from './support/responses';
import { currentPath, findToast, visit } from './support/site';

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

  it('redirects the path above the pages of emails to their list', async () => {
    signInStaff('support');
    visit('/admin/emails');
    expect(await screen.findByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
    expect(currentPath()).toBe('/admin');
  });

  it('replaces the header and footer of the site', async () => {
    signInStaff('support');
    const { keyboard } = visit('/admin');
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

    await keyboard.click(screen.getByRole('link', { name: 'Back to the site' }));
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

  it('finds a customer from any screen, by keyboard', async () => {
    signInStaff('support');
    network.on(`GET ${ADMIN}/customers`, { body: { items: [] } });
    const { keyboard } = visit('/admin');
    const field = await screen.findByRole('searchbox', { name: 'Find a customer' });
    await keyboard.keyboard('/');
    expect(field).toHaveFocus();
    await keyboard.keyboard('and/or{Enter}');
    expect(currentPath()).toBe('/admin/customers?q=and%2For');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Customers' })).toHaveFocus());
    expect(field).toHaveValue('');
  });

  it('signs out, and returns after the next sign-in', async () => {
    signInStaff('support');
    network.on(`POST ${AUTH}/logout`, { status: 204 });
    const { keyboard } = visit('/admin');
    await keyboard.click(await screen.findByRole('button', { name: 'Sign out' }));
    await findToast('Signed out');
    await waitFor(() => expect(currentPath()).toBe('/auth?next=%2Fadmin'));
  });

  it('has no sections for someone who is not staff', async () => {
    signInStaff('support');
    network.on(`GET ${ADMIN}/me`, errorResponse(403, 'forbidden', 'Staff only.'));
    visit('/admin');
    expect(await screen.findByText('This page is for staff only')).toBeVisible();
    expectNoSiteLayout();
    expect(screen.queryByRole('navigation', { name: 'Console' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
