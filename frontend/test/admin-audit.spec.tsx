import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntryView } from '@subscription-site/shared/contracts';
import { consoleList, signInStaff } from './support/console';
import { network } from './support/network';
import { currentPath, visit } from './support/site';
import { errorResponse } from './support/responses';

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
const {
  route: AUDIT,
  respondWith: entriesAre,
  lastQuery,
  rows,
} = consoleList<AuditEntryView>('audit', 'Entries');

describe('the audit log', () => {
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
      const { keyboard } = visit('/admin/queues');
      await keyboard.click(await screen.findByRole('link', { name: 'Audit log' }));
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
      const { keyboard } = visit('/admin/audit');
      await keyboard.selectOptions(await screen.findByLabelText('Action'), 'Email resent by staff');
      await keyboard.type(screen.getByLabelText('Actor (email or ID)'), ` ${ACTOR} `);
      await keyboard.selectOptions(screen.getByLabelText('Subject'), 'Email');
      await keyboard.type(screen.getByLabelText('Subject ID'), 'mail-1');
      await keyboard.click(screen.getByRole('button', { name: 'Search' }));
      const filter = { action: 'email.replayed', subjectType: 'email', subjectId: 'mail-1' };
      await waitFor(() => expect(lastQuery()).toEqual({ ...filter, actorId: ACTOR, limit: '50' }));
      expect(Object.fromEntries(new URL(currentPath(), 'http://here').searchParams)).toEqual({
        ...filter,
        actor: ACTOR,
      });
      await keyboard.click(screen.getByRole('button', { name: 'Clear' }));
      await waitFor(() => expect(lastQuery()).toEqual({ limit: '50' }));
      expect(currentPath()).toBe('/admin/audit');
    });

    it('other entries of an actor or subject on click', async () => {
      entriesAre([entry('1')]);
      const { keyboard } = visit('/admin/audit');
      await keyboard.click(within((await rows())[0]!).getByRole('link', { name: 'sam@example.com' }));
      await waitFor(() => expect(lastQuery()).toEqual({ actorEmail: 'sam@example.com', limit: '50' }));
      expect(screen.getByLabelText('Actor (email or ID)')).toHaveValue('sam@example.com');
      await keyboard.click(within((await rows())[0]!).getByRole('link', { name: 'mail-1' }));
      await waitFor(() =>
        expect(lastQuery()).toEqual({ subjectType: 'email', subjectId: 'mail-1', limit: '50' }),
      );
    });

    it('filter errors without calling the server', async () => {
      entriesAre([]);
      const { keyboard } = visit('/admin/audit?actor=ada');
      const actor = await screen.findByLabelText('Actor (email or ID)');
      expect(actor).toHaveAccessibleDescription('Enter a complete email address or account ID.');
      await keyboard.type(screen.getByLabelText('Subject ID'), 'two words');
      await keyboard.click(screen.getByRole('button', { name: 'Search' }));
      expect(screen.getByLabelText('Subject ID')).toHaveAccessibleDescription(/letters, digits/);
      expect(network.calls(AUDIT)).toHaveLength(0);
    });

    it('older entries on request, keeping the list when loading fails', async () => {
      entriesAre([entry('1')], 'older');
      const { keyboard } = visit('/admin/audit');
      expect(await rows()).toHaveLength(1);
      network.on(AUDIT, errorResponse(503, 'service_unavailable', 'away'));
      await keyboard.click(screen.getByRole('button', { name: 'Load more' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Part of our service is temporarily unavailable',
      );
      entriesAre([entry('2')]);
      await keyboard.click(screen.getByRole('button', { name: 'Load more' }));
      await waitFor(async () => expect(await rows()).toHaveLength(2));
      expect(lastQuery()).toEqual({ cursor: 'older', limit: '50' });
      expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    });

    it('an empty state', async () => {
      entriesAre([]);
      visit('/admin/audit?action=from.another.version');
      expect(await screen.findByText('No matching entries')).toBeVisible();
      expect(screen.getByLabelText('Action')).toHaveValue('from.another.version');
    });

    it('an error with a retry', async () => {
      network.on(AUDIT, errorResponse(503, 'service_unavailable', 'away'));
      const { keyboard } = visit('/admin/audit');
      expect(await screen.findByText('The audit log couldn’t be loaded')).toBeVisible();
      entriesAre([entry('1')]);
      await keyboard.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await rows()).toHaveLength(1);
    });
  });
});
