import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditFilter, EmailDetail, EmailFilter, SmsFilter } from '@subscription-site/shared/contracts';
import {
  fetchAudit,
  fetchEmail,
  fetchEmails,
  fetchFailedCancellations,
  fetchFailingPayments,
  fetchQueues,
  fetchReviews,
  fetchSms,
  fetchStaffMember,
  fetchUnclaimedPayments,
} from './support-api';

const POLL_EMAIL_EVERY_MS = 2_000;
const POLL_QUEUES_EVERY_MS = 5_000;

/** A page of a list; `nextCursor` is null on the last page. */
interface ListPage<T> {
  items: readonly T[];
  nextCursor: string | null;
}

/** Query keys, for invalidation. */
export const supportKeys = {
  emails: ['support', 'emails'],
  reviews: ['support', 'reviews'],
  failedCancellations: ['support', 'failed-cancellations'],
  queues: ['support', 'queues'],
} as const;

/** Queries of the support console. Polling pauses while the page is hidden. */
export const supportQueries = {
  staffMember: () => queryOptions({ queryKey: ['support', 'staff-member'], queryFn: fetchStaffMember }),
  emails: (filter: EmailFilter) =>
    listOptions([...supportKeys.emails, 'list', filter], (cursor) => fetchEmails(filter, cursor)),
  /** Polled until it is sent, failed, or canceled. */
  email: (id: string) =>
    queryOptions({
      queryKey: [...supportKeys.emails, 'detail', id],
      queryFn: () => fetchEmail(id),
      refetchInterval: ({ state }) => isInProgress(state.data) && POLL_EMAIL_EVERY_MS,
    }),
  sms: (filter: SmsFilter) => listOptions(['support', 'sms', filter], (cursor) => fetchSms(filter, cursor)),
  audit: (filter: AuditFilter) =>
    listOptions(['support', 'audit', filter], (cursor) => fetchAudit(filter, cursor)),
  reviews: () => queryOptions({ queryKey: supportKeys.reviews, queryFn: fetchReviews }),
  failingPayments: () =>
    queryOptions({ queryKey: ['support', 'failing-payments'], queryFn: fetchFailingPayments }),
  unclaimedPayments: () =>
    queryOptions({ queryKey: ['support', 'unclaimed-payments'], queryFn: fetchUnclaimedPayments }),
  failedCancellations: () =>
    queryOptions({ queryKey: supportKeys.failedCancellations, queryFn: fetchFailedCancellations }),
  queues: () =>
    queryOptions({
      queryKey: supportKeys.queues,
      queryFn: fetchQueues,
      refetchInterval: ({ state }) => state.data !== undefined && POLL_QUEUES_EVERY_MS,
    }),
};

/** A list that is loaded page by page. */
function listOptions<T>(
  queryKey: readonly unknown[],
  fetchPage: (cursor: string | undefined) => Promise<ListPage<T>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

function isInProgress(email: EmailDetail | undefined): boolean {
  return email?.status === 'queued' || email?.status === 'sending';
}
