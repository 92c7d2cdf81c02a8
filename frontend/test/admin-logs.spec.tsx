import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntryView, SmsListItem, WebhookListItem } from '@subscription-site/shared/contracts';
import { consoleList, signInStaff } from './support/console';
import { network } from './support/network';
import { currentPath, fill, findToast, visit } from './support/site';
import { ADMIN, errorResponse } from './support/responses';

const ACTOR = '5b2f3a86-6f5c-4a31-9f2e-0d6f2f5d7c11';

const entry = (id: string, overrides: Partial<AuditEntryView> = {}): AuditEntryView => ({
  id,
  at: '2026-11-20T10:00:00Z',
  actorId: ACTOR,
  actorEmail: 'sam@example.com',
  action: 'email.replayed',
  subject: { type: 'email', id: `mail-${id}` },
  ip: '192.0.2.7',
  requestId: `request-${id}`,
  details: { recipient: 'corrected' },
  ...overrides,
});

describe('the audit log', () => {
  const {
    route: AUDIT,
    respondWith: entriesAre,
    lastQuery,
    rows,
  } = consoleList<AuditEntryView>('audit', 'Entries');

  it('is neither shown nor fetched for support', async () => {
    signInStaff('support');
    visit('/admin/audit');
    expect(await screen.findByText('The audit log is for administrators')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
    expect(network.calls(AUDIT)).toHaveLength(0);
  });

  describe('shows an administrator', () => {
    beforeEach(() => signInStaff('admin'));

    it('actions with actor, subject, and origin, and a link to the email', async () => {
      entriesAre([
        entry('1'),
        entry('2', {
          actorId: null,
          actorEmail: null,
          action: 'from.another.version',
          subject: null,
          ip: null,
          details: {},
        }),
      ]);
      const { user } = visit('/admin/queues');
      await user.click(await screen.findByRole('link', { name: 'Audit log' }));
      const [first, second] = await rows();
      for (const text of [
        'Email resent by staff',
        'email.replayed',
        'sam@example.com',
        'mail-1',
        '192.0.2.7',
        'request-1',
        'corrected',
      ])
        expect(within(first!).getByText(text)).toBeVisible();
      expect(within(first!).getByRole('link', { name: 'Open email' })).toHaveAttribute(
        'href',
        '/admin/emails/mail-1',
      );
      expect(first).toHaveTextContent(/Nov 20, 2026.* \d{1,2}:00:00.[AP]M \S+/);
      expect(within(second!).getByRole('link', { name: 'from.another.version' })).toBeVisible();
      expect(second).toHaveTextContent('System or unknown');
      expect(within(second!).queryByRole('link', { name: 'Open email' })).toBeNull();
    });

    it('entries by action, actor, and subject, with the filter in the URL', async () => {
      entriesAre([entry('1')]);
      const { user } = visit('/admin/audit');
      await user.selectOptions(await screen.findByLabelText('Action'), 'Email resent by staff');
      await user.type(screen.getByLabelText('Actor (email or ID)'), ` ${ACTOR} `);
      await user.selectOptions(screen.getByLabelText('Subject'), 'Email');
      await user.type(screen.getByLabelText('Subject ID'), 'mail-1');
      await user.click(screen.getByRole('button', { name: 'Search' }));
      const filter = { action: 'email.replayed', subjectType: 'email', subjectId: 'mail-1' };
      await waitFor(() => expect(lastQuery()).toEqual({ ...filter, actorId: ACTOR, limit: '50' }));
      expect(Object.fromEntries(new URL(currentPath(), 'http://here').searchParams)).toEqual({
        ...filter,
        actor: ACTOR,
      });
      await user.click(screen.getByRole('button', { name: 'Clear' }));
      await waitFor(() => expect(lastQuery()).toEqual({ limit: '50' }));
      expect(currentPath()).toBe('/admin/audit');
    });

    it('other entries of an actor or subject on click', async () => {
      entriesAre([entry('1')]);
      const { user } = visit('/admin/audit');
      await user.click(within((await rows())[0]!).getByRole('link', { name: 'sam@example.com' }));
      await waitFor(() => expect(lastQuery()).toEqual({ actorEmail: 'sam@example.com', limit: '50' }));
      expect(screen.getByLabelText('Actor (email or ID)')).toHaveValue('sam@example.com');
      await user.click(within((await rows())[0]!).getByRole('link', { name: 'mail-1' }));
      await waitFor(() =>
        expect(lastQuery()).toEqual({ subjectType: 'email', subjectId: 'mail-1', limit: '50' }),
      );
    });

    it('filter errors without calling the server', async () => {
      entriesAre([]);
      const { user } = visit('/admin/audit?actor=ada');
      const actor = await screen.findByLabelText('Actor (email or ID)');
      expect(actor).toHaveAccessibleDescription('Enter a complete email address or account ID.');
      await fill(user, screen.getByLabelText('Subject ID'), 'two words');
      await user.click(screen.getByRole('button', { name: 'Search' }));
      expect(screen.getByLabelText('Subject ID')).toHaveAccessibleDescription(/letters, digits/);
      expect(network.calls(AUDIT)).toHaveLength(0);
    });

    it('older entries on request, keeping the list when loading fails', async () => {
      entriesAre([entry('1')], 'older');
      const { user } = visit('/admin/audit');
      expect(await rows()).toHaveLength(1);
      network.on(AUDIT, errorResponse(503, 'service_unavailable', 'away'));
      await user.click(screen.getByRole('button', { name: 'Load more' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Part of our service is temporarily unavailable',
      );
      entriesAre([entry('2')]);
      await user.click(screen.getByRole('button', { name: 'Load more' }));
      await waitFor(async () => expect(await rows()).toHaveLength(2));
      expect(lastQuery()).toEqual({ cursor: 'older', limit: '50' });
      expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    });

    it('an error with a retry, then that no entry matches', async () => {
      network.on(AUDIT, errorResponse(503, 'service_unavailable', 'away'));
      const { user } = visit('/admin/audit?action=from.another.version');
      expect(await screen.findByText('The audit log couldn’t be loaded')).toBeVisible();
      entriesAre([]);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('No matching entries')).toBeVisible();
    });
  });
});

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

describe('text messages in the console', () => {
  const {
    route: SMS,
    respondWith: messagesAre,
    lastQuery,
    rows,
  } = consoleList<SmsListItem>('sms', 'Text messages');

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
    const { user } = visit('/admin/queues');
    await user.click(await screen.findByRole('link', { name: 'SMS' }));
    const [sent, failed] = await rows();
    expect(sent).toHaveTextContent(/\+15550100199.*Sent.*Sign-in.*Nov 20, 2026.*SM1/);
    expect(failed).toHaveTextContent(/Failed.*Two-factor authentication, via WhatsApp.*not reachable/);
  });

  it('are filtered by number and status, with the filter in the URL', async () => {
    messagesAre([message('1')]);
    const { user } = visit('/admin/messages');
    await fill(user, await screen.findByLabelText('Phone number'), ' +1 555 ');
    await user.selectOptions(screen.getByLabelText('Status'), 'failed');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(lastQuery()).toEqual({ recipient: '+1 555', status: 'failed', limit: '50' }));
    expect(currentPath()).toBe('/admin/messages?recipient=%2B1+555&status=failed');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '50' }));
  });

  it('link back to all messages when none match, and are not fetched for an invalid number', async () => {
    messagesAre([]);
    const { user } = visit('/admin/messages?status=failed');
    expect(await screen.findByText('No matching messages')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show all messages' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/messages'));
    expect(await screen.findByText('No messages in the last 30 days')).toBeVisible();
    const asked = network.calls(SMS).length;
    await fill(user, screen.getByLabelText('Phone number'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Enter a phone number or the start of one.')).toBeVisible();
    expect(network.calls(SMS)).toHaveLength(asked);
  });
});

const REPLAY = `POST ${ADMIN}/webhooks/w1/replay`;

const webhook = (id: string, overrides: Partial<WebhookListItem> = {}): WebhookListItem => ({
  id,
  providerEventId: `evt_${id}`,
  type: 'invoice.paid',
  objectId: 'in_1',
  status: 'handled',
  receivedAt: '2026-11-20T10:00:00Z',
  handledAt: '2026-11-20T10:00:01Z',
  attempts: 1,
  lastError: null,
  replayable: true,
  ...overrides,
});
const failing = (id: string) =>
  webhook(id, {
    type: 'customer.subscription.updated',
    objectId: 'sub_1',
    status: 'failing',
    handledAt: null,
    attempts: 3,
    lastError: 'Our payment provider is temporarily unavailable.',
  });

describe('webhook events in the console', () => {
  const {
    route: WEBHOOKS,
    respondWith: webhooksAre,
    lastQuery,
    rows,
  } = consoleList<WebhookListItem>('webhooks', 'Webhooks');

  it('are listed with status, attempts, and last error, updated, without controls for support staff', async () => {
    signInStaff('support');
    webhooksAre([failing('w1'), webhook('w2', { status: 'received', handledAt: null, attempts: null })]);
    const { user } = visit('/admin/queues');
    await user.click(await screen.findByRole('link', { name: 'Webhooks' }));
    const [first, second] = await rows();
    expect(first).toHaveTextContent(
      /customer\.subscription\.updated.*Failing.*sub_1.*evt_w1.*Received.*3 attempts.*temporarily unavailable/,
    );
    expect(first).not.toHaveTextContent('Handled');
    expect(second).toHaveTextContent(/invoice\.paid.*Received.*in_1/);
    expect(second).not.toHaveTextContent('attempt');
    expect(screen.queryByRole('button', { name: /Process again/ })).toBeNull();
    webhooksAre([failing('w1'), webhook('w2')]);
    expect(await screen.findByText('Handled', { selector: 'span' })).toBeVisible();
  });

  it('are filtered by object, type, and status, with the filter in the URL', async () => {
    signInStaff('support');
    webhooksAre([webhook('w1')]);
    const { user } = visit('/admin/webhooks');
    await fill(user, await screen.findByLabelText('Object ID'), ' sub_1 ');
    await fill(user, screen.getByLabelText('Type'), 'invoice.');
    await user.selectOptions(screen.getByLabelText('Status'), 'failing');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const filter = { objectId: 'sub_1', type: 'invoice.', status: 'failing' };
    await waitFor(() => expect(lastQuery()).toEqual({ ...filter, limit: '50' }));
    expect(currentPath()).toBe('/admin/webhooks?objectId=sub_1&type=invoice.&status=failing');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '50' }));
  });

  it('are not fetched for a filter that the server would reject', async () => {
    signInStaff('support');
    webhooksAre([]);
    const { user } = visit('/admin/webhooks?status=failing');
    expect(await screen.findByText('No matching webhooks')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show all webhooks' }));
    expect(await screen.findByText('No webhooks in the last 120 days')).toBeVisible();
    const asked = network.calls(WEBHOOKS).length;
    await fill(user, screen.getByLabelText('Object ID'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Use only letters, digits, and underscores')).toBeVisible();
    expect(network.calls(WEBHOOKS)).toHaveLength(asked);
  });

  it('are processed again by an administrator, with a reason', async () => {
    signInStaff('admin');
    webhooksAre([failing('w1'), webhook('w2', { replayable: false })]);
    network.on(REPLAY, errorResponse(503, 'service_unavailable', 'Busy'));
    const { user } = visit('/admin/webhooks');
    await rows();
    expect(screen.getAllByRole('button', { name: /Process again/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Process again evt_w1' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Process this event again?' }));
    await user.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/);
    expect(network.calls(REPLAY)).toHaveLength(0);
    await fill(user, dialog.getByLabelText('Reason'), 'The provider was down');
    await user.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Couldn’t process event again');
    network.on(REPLAY, { status: 202, body: { status: 'due' } });
    await user.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(await findToast('Event queued')).toBe('customer.subscription.updated will be processed shortly.');
    expect(network.calls(REPLAY).at(-1)?.body).toEqual({ reason: 'The provider was down' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
