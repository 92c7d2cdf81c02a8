import { screen, waitFor, within } from '@testing-library/react';
import { signInStaff } from './support/console';
import { network } from './support/network';
import { findToast, visit } from './support/site';
import { ADMIN, errorResponse } from './support/responses';

describe('queues', () => {
  const QUEUES = `GET ${ADMIN}/queues`;
  const PAUSE = `POST ${ADMIN}/queues/email/pause`;
  const overview = (paused: boolean) => ({
    body: {
      redis: 'up',
      queues: [
        { name: 'email', waiting: 41, active: 20, delayed: 6, paused, oldestDueSeconds: 340, failing: 5 },
      ],
      emails: { queued: 12, sending: 3, sent: 10422, failed: 7, canceled: 1 },
    },
  });

  it('show metrics but no controls to support staff', async () => {
    signInStaff('support');
    network.on(QUEUES, overview(false));
    visit('/admin/queues');
    const table = within(await screen.findByRole('table', { name: 'Queues' }));
    for (const text of ['email', 'Running', '41', '20', '6', '5', '6 min'])
      expect(table.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull();
    expect(screen.getByText('10422')).toBeVisible();
  });

  it('can be paused by an administrator, with a reason', async () => {
    signInStaff('admin');
    network.on(QUEUES, overview(false));
    network.on(PAUSE, () => {
      network.on(QUEUES, overview(true));
      return { body: overview(true).body.queues[0] };
    });
    const { keyboard } = visit('/admin/queues');
    await keyboard.click(await screen.findByRole('button', { name: 'Pause email' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Pause the email queue?' }));
    await keyboard.click(dialog.getByRole('button', { name: 'Pause queue' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(network.calls(PAUSE)).toHaveLength(0);
    await keyboard.type(dialog.getByLabelText('Reason'), 'The mail server is down');
    await keyboard.click(dialog.getByRole('button', { name: 'Pause queue' }));
    expect(await findToast('Queue paused')).toBe('email won’t process jobs until it’s resumed.');
    expect(network.calls(PAUSE)[0]?.body).toEqual({ reason: 'The mail server is down' });
    expect(await screen.findByRole('button', { name: 'Resume email' })).toBeVisible();
  });

  it('stay running when pausing fails', async () => {
    signInStaff('admin');
    network.on(QUEUES, overview(false));
    network.on(PAUSE, errorResponse(503, 'service_unavailable', 'Redis is unavailable.'));
    const { keyboard } = visit('/admin/queues');
    await keyboard.click(await screen.findByRole('button', { name: 'Pause email' }));
    await keyboard.type(screen.getByLabelText('Reason'), 'Test');
    await keyboard.click(screen.getByRole('button', { name: 'Pause queue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t pause queue');
  });

  it('are resumed with one click', async () => {
    signInStaff('admin');
    network.on(QUEUES, overview(true));
    network.on(`POST ${ADMIN}/queues/email/resume`, { body: overview(false).body.queues[0] });
    const { keyboard } = visit('/admin/queues');
    await keyboard.click(await screen.findByRole('button', { name: 'Resume email' }));
    expect(await findToast('Queue resumed')).toBe('email is processing jobs again.');
  });

  it.each([
    [true, ['A queue is paused']],
    [false, []],
  ])('are named on every screen while paused: %s', async (paused, titles) => {
    signInStaff('support');
    network.on(QUEUES, overview(paused));
    network.on(`GET ${ADMIN}/customers`, { body: { items: [] } });
    visit('/admin/customers?q=ada');
    await screen.findByText('No matching customers');
    await waitFor(() => expect(network.calls(QUEUES)).toHaveLength(1));
    await waitFor(() =>
      expect(screen.queryAllByText(/queues? (is|are) paused/).map((title) => title.textContent)).toEqual(
        titles,
      ),
    );
    expect(screen.queryAllByRole('link', { name: 'Open queues' })).toHaveLength(titles.length);
  });
});

describe('settings that have to be changed', () => {
  it('are named on every screen', async () => {
    signInStaff('support');
    const message = 'Requests are forwarded by 10.0.0.1, which TRUSTED_PROXIES does not list.';
    network.on(`GET ${ADMIN}/configuration-warnings`, {
      body: { items: [{ code: 'untrusted_proxy', message }] },
    });
    network.on(`GET ${ADMIN}/customers`, { body: { items: [] } });
    visit('/admin/customers?q=ada');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Ask your operators to change a setting')).toBeVisible();
  });
});

describe('unclaimed payments', () => {
  const UNCLAIMED = `GET ${ADMIN}/unclaimed-payments`;
  beforeEach(() => signInStaff('support'));

  it('are listed with the reference to find the buyer', async () => {
    network.on(UNCLAIMED, {
      body: {
        items: [
          {
            checkoutId: 'c1',
            paymentIntentId: 'pi_9',
            amountCents: 49_900,
            currency: 'jpy',
            email: 'try..this@docomo.ne.jp',
            paidAt: '2026-11-20T10:00:00Z',
          },
        ],
      },
    });
    visit('/admin/payments');
    const table = within(await screen.findByRole('table', { name: 'Unclaimed payments' }));
    expect(table.getByText('¥49,900')).toBeVisible();
    expect(table.getByText('pi_9')).toBeVisible();
    expect(table.getByText('try..this@docomo.ne.jp')).toBeVisible();
  });

  it('have an empty state', async () => {
    network.on(UNCLAIMED, { body: { items: [] } });
    visit('/admin/payments');
    expect(await screen.findByText('No unclaimed payments')).toBeVisible();
  });
});

describe('failed cancellations', () => {
  const CANCELLATIONS = `GET ${ADMIN}/subscription-cancellations`;
  const ID = '0190b5a0-0000-7000-8000-000000000001';
  const failed = {
    userId: ID,
    deletedAt: '2026-11-20T10:00:00Z',
    failedAt: '2026-11-20T10:00:15Z',
    reason: 'Invalid API Key provided',
  };
  beforeEach(() => signInStaff('support'));

  it('are listed with the provider’s error and can be retried', async () => {
    network.on(CANCELLATIONS, { body: { items: [failed] } });
    network.on(`POST ${ADMIN}/subscription-cancellations/${ID}/replay`, () => {
      network.on(CANCELLATIONS, { body: { items: [] } });
      return { status: 202, body: { status: 'due' } };
    });
    const { keyboard } = visit('/admin/subscription-cancellations');
    const list = within(await screen.findByRole('list', { name: 'Failed cancellations' }));
    expect(list.getByText('Invalid API Key provided')).toBeVisible();
    await keyboard.click(list.getByRole('button', { name: `Try again for account ${ID}` }));
    expect(await findToast('Retry scheduled')).toBe('It will reappear in this list if it fails again.');
    expect(await screen.findByText('No failed cancellations')).toBeVisible();
  });

  it('stay listed when the retry fails', async () => {
    network.on(CANCELLATIONS, { body: { items: [failed] } });
    network.on(
      `POST ${ADMIN}/subscription-cancellations/${ID}/replay`,
      errorResponse(503, 'service_unavailable', 'Unavailable.'),
    );
    const { keyboard } = visit('/admin/subscription-cancellations');
    await keyboard.click(await screen.findByRole('button', { name: /Try again/ }));
    await findToast('Retry failed');
    expect(screen.getByText('Invalid API Key provided')).toBeVisible();
  });
});
