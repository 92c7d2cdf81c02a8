import { screen, waitFor } from '@testing-library/react';
import type { SmsListItem } from '@subscription-site/shared/contracts';
import { consoleList, signInStaff } from './support/console';
import { network } from './support/network';
import { currentPath, visit } from './support/site';
import { errorResponse } from './support/responses';

const message = (id: string, overrides: Partial<SmsListItem> = {}): SmsListItem => ({
  id,
  userId: 'account-1',
  recipient: '15550100199',
  purpose: 'sms',
  channel: 'sms',
  status: 'sent',
  providerId: `SM${id}`,
  lastError: null,
  createdAt: '2026-11-20T10:00:00Z',
  finishedAt: '2026-11-20T10:00:01Z',
  ...overrides,
});
const {
  route: SMS,
  respondWith: messagesAre,
  lastQuery,
  rows,
} = consoleList<SmsListItem>('sms', 'Text messages');

describe('text messages in the console', () => {
  beforeEach(() => signInStaff('support'));

  it('are listed with number, purpose, and status', async () => {
    messagesAre([
      message('1'),
      message('2', {
        purpose: 'factor',
        channel: 'whatsapp',
        status: 'failed',
        providerId: null,
        lastError: '400 The number is not reachable',
      }),
    ]);
    const { keyboard } = visit('/admin/queues');
    await keyboard.click(await screen.findByRole('link', { name: 'SMS' }));
    const [sent, failed] = await rows();
    expect(sent).toHaveTextContent(/\+15550100199.*Sent.*Sign-in.*Nov 20, 2026.*SM1/);
    expect(failed).toHaveTextContent(/Failed.*Two-factor authentication, via WhatsApp.*not reachable/);
  });

  it('are filtered by number and status, with the filter in the URL', async () => {
    messagesAre([message('1')]);
    const { keyboard } = visit('/admin/messages');
    await keyboard.type(await screen.findByLabelText('Phone number'), ' +1 555 ');
    await keyboard.selectOptions(screen.getByLabelText('Status'), 'failed');
    await keyboard.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(lastQuery()).toEqual({ recipient: '+1 555', status: 'failed', limit: '50' }));
    expect(currentPath()).toBe('/admin/messages?recipient=%2B1+555&status=failed');
    await keyboard.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '50' }));
  });

  it('link back to all messages when none match', async () => {
    messagesAre([]);
    const { keyboard } = visit('/admin/messages?status=failed');
    expect(await screen.findByText('No matching messages')).toBeVisible();
    await keyboard.click(screen.getByRole('link', { name: 'Show all messages' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/messages'));
    expect(await screen.findByText('No messages in the last 30 days')).toBeVisible();
  });

  it('are not fetched for an invalid number', async () => {
    messagesAre([]);
    const { keyboard } = visit('/admin/messages');
    expect(await screen.findByText('No messages in the last 30 days')).toBeVisible();
    const asked = network.calls(SMS).length;
    await keyboard.type(screen.getByLabelText('Phone number'), 'ada@example.com');
    await keyboard.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Enter a phone number or the start of one.')).toBeVisible();
    expect(network.calls(SMS)).toHaveLength(asked);
  });

  it('are paginated, with a retry after an error', async () => {
    network.on(SMS, errorResponse(503, 'service_unavailable', 'Busy'));
    const { keyboard } = visit('/admin/messages');
    await screen.findByText('The messages couldn’t be loaded');
    messagesAre([message('1')], 'next');
    await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
    messagesAre([message('2')]);
    await keyboard.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(lastQuery()).toEqual({ cursor: 'next', limit: '50' });
  });
});
