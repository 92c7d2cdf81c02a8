import type { EmailDetail, EmailListItem } from '@subscription-site/shared/contracts';
import { screen, within } from '@testing-library/react';
import { network } from './network';
import { signIn } from './site';
import { ADMIN } from './responses';

export const LIST = `GET ${ADMIN}/emails`;
export const REPLAY_MANY = `POST ${ADMIN}/emails/replay`;

/** A failed email by default. */
export const email = (id: string, overrides: Partial<EmailListItem> = {}): EmailListItem => ({
  id,
  template: 'welcome',
  recipient: `${id}@example.com`,
  subject: `Welcome ${id}`,
  status: 'failed',
  attempts: 3,
  createdAt: '2026-11-20T10:00:00Z',
  sentAt: null,
  failedAt: '2026-11-20T10:05:00Z',
  nextAttemptAt: null,
  lastError: '550 no such mailbox',
  replayedById: null,
  ...overrides,
});

/** The same email with details. */
export const detail = (overrides: Partial<EmailDetail> = {}): EmailDetail => ({
  ...email('m1'),
  userId: null,
  messageId: '<m1@example.com>',
  replayOfId: null,
  correctable: true,
  replayable: true,
  replayRecipient: 'm1@example.com',
  replayBlockedReason: null,
  cancelable: false,
  history: [
    {
      number: 1,
      startedAt: '2026-11-20T10:00:00Z',
      finishedAt: '2026-11-20T10:00:01Z',
      outcome: 'deferred',
      smtpResponse: '451 try later',
      error: null,
    },
    {
      number: 2,
      startedAt: '2026-11-20T10:05:00Z',
      finishedAt: '2026-11-20T10:05:01Z',
      outcome: 'rejected',
      smtpResponse: '550 no such mailbox',
      error: null,
    },
  ],
  html: '<p>Hello</p>',
  text: 'Hello',
  ...overrides,
});

/** Signs in a staff member. */
export const signInStaff = (role: 'support' | 'admin') => {
  signIn({ email: 'staff@example.com', role });
  network.on(`GET ${ADMIN}/me`, { body: { id: '1', email: 'staff@example.com', role } });
};
export const mockEmails = (items: EmailListItem[], nextCursor: string | null = null) =>
  network.on(LIST, { body: { items, nextCursor } });

/** A list of the console, in a region with this name. */
export function consoleList<Item>(path: string, name: string) {
  const route = `GET ${ADMIN}/${path}`;
  return {
    route,
    respondWith: (items: Item[], nextCursor: string | null = null) =>
      network.on(route, { body: { items, nextCursor } }),
    lastQuery: () => Object.fromEntries(network.calls(route).at(-1)!.query),
    rows: async () => within(await screen.findByRole('region', { name })).getAllByRole('listitem'),
  };
}
