import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  AuditFilter,
  CancellationSubmissionFilter,
  EmailDetail,
  EmailFilter,
  SmsFilter,
  WebhookFilter,
} from '@subscription-site/shared/contracts';
import { findProfilePicture } from '../../../lib/session/profile-picture';
import { fetchBuckets, fetchFile, fetchFiles } from '../files/files-api';
import {
  fetchAudit,
  fetchCustomer,
  fetchCancellationSubmissions,
  fetchConfigurationWarnings,
  fetchEmail,
  fetchEmails,
  fetchFailedCancellations,
  fetchFailingPayments,
  fetchMismatches,
  fetchQueues,
  fetchReviews,
  fetchSms,
  fetchStaffMember,
  fetchUnclaimedPayments,
  fetchWebhooks,
  searchCustomers,
} from './support-api';

const POLL_PROGRESS_EVERY_MS = 2_000;
const POLL_QUEUES_EVERY_MS = 5_000;
const POLL_BANNERS_EVERY_MS = 60_000;

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
  customer: (id: string) => ['support', 'customers', id],
  queues: ['support', 'queues'],
  webhooks: ['support', 'webhooks'],
  files: ['support', 'files'],
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
      refetchInterval: ({ state }) => isInProgress(state.data) && POLL_PROGRESS_EVERY_MS,
    }),
  /** Polled while events are being processed. */
  webhooks: (filter: WebhookFilter) =>
    infiniteQueryOptions({
      ...listOptions([...supportKeys.webhooks, filter], (cursor) => fetchWebhooks(filter, cursor)),
      refetchInterval: ({ state }) =>
        Boolean(state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'received'))) &&
        POLL_PROGRESS_EVERY_MS,
    }),
  sms: (filter: SmsFilter) => listOptions(['support', 'sms', filter], (cursor) => fetchSms(filter, cursor)),
  cancellationSubmissions: (filter: CancellationSubmissionFilter) =>
    listOptions(['support', 'cancellation-submissions', filter], (cursor) =>
      fetchCancellationSubmissions(filter, cursor),
    ),
  audit: (filter: AuditFilter) =>
    listOptions(['support', 'audit', filter], (cursor) => fetchAudit(filter, cursor)),
  reviews: () => wholeListOptions(supportKeys.reviews, fetchReviews),
  failingPayments: () => wholeListOptions(['support', 'failing-payments'], fetchFailingPayments),
  unclaimedPayments: () => wholeListOptions(['support', 'unclaimed-payments'], fetchUnclaimedPayments),
  failedCancellations: () => wholeListOptions(supportKeys.failedCancellations, fetchFailedCancellations),
  mismatches: () => wholeListOptions(['support', 'mismatches'], fetchMismatches),
  customers: (text: string) =>
    wholeListOptions(['support', 'customer-search', text], () => searchCustomers(text)),
  picture: (userId: string) =>
    queryOptions({ queryKey: ['support', 'picture', userId], queryFn: () => findProfilePicture(userId) }),
  customer: (id: string) =>
    queryOptions({ queryKey: supportKeys.customer(id), queryFn: () => fetchCustomer(id) }),
  buckets: (search: string) => wholeListOptions(['support', 'buckets', search], () => fetchBuckets(search)),
  files: (folder: { bucket: string; folder: string; search: string }) =>
    listOptions([...supportKeys.files, folder], (cursor) => fetchFiles(folder, cursor)),
  file: (bucket: string, name: string) =>
    queryOptions({
      queryKey: ['support', 'file', bucket, name],
      queryFn: () => fetchFile(bucket, name),
      // A deleted file must not be shown again.
      gcTime: 0,
    }),
  configurationWarnings: () =>
    queryOptions({
      queryKey: ['support', 'configuration-warnings'],
      queryFn: fetchConfigurationWarnings,
      select: ({ items }) => items,
      refetchInterval: ({ state }) => state.data !== undefined && POLL_BANNERS_EVERY_MS,
    }),
  /** The same data as {@link supportQueries.queues}, polled less often on the other screens. */
  pausedQueues: () =>
    queryOptions({
      queryKey: supportKeys.queues,
      queryFn: fetchQueues,
      refetchInterval: ({ state }) => state.data !== undefined && POLL_BANNERS_EVERY_MS,
    }),
  queues: () =>
    queryOptions({
      queryKey: supportKeys.queues,
      queryFn: fetchQueues,
      refetchInterval: ({ state }) => state.data !== undefined && POLL_QUEUES_EVERY_MS,
    }),
};

/** A list that is loaded at once. */
function wholeListOptions<T>(queryKey: readonly unknown[], queryFn: () => Promise<{ items: readonly T[] }>) {
  return queryOptions({ queryKey, queryFn, select: ({ items }) => items });
}

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
