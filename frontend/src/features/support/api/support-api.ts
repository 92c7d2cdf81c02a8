import type {
  AuditFilter,
  AuditList,
  CancellationRetry,
  CheckoutInReview,
  EmailDetail,
  EmailFilter,
  EmailList,
  FailedCancellation,
  FailingPayment,
  ItemList,
  QueueMetrics,
  QueueOverview,
  ReplayOutcome,
  ReplayResult,
  ReviewResolved,
  SmsFilter,
  SmsList,
  StaffMember,
  UnclaimedPayment,
} from '@subscription-site/shared/contracts';
import { ADMIN_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

const PAGE_SIZE = 50;

const get = <T>(path: string) => callApi<T>(`${ADMIN_PATH}${path}`, { method: 'GET' });
const post = <T>(path: string, body: object = {}, idempotencyKey?: string) =>
  callApi<T>(`${ADMIN_PATH}${path}`, { body, idempotencyKey });
const emailPath = (id: string) => `/emails/${encodeURIComponent(id)}`;

/** The signed-in staff member. 403 for customers. */
export const fetchStaffMember = () => get<StaffMember>('/me');

/** A page of matching emails, newest first. */
export function fetchEmails(filter: EmailFilter, cursor?: string): Promise<EmailList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<EmailList>(`/emails?${query.toString()}`);
}

/** An email with its attempts and its rendered content, one-time links masked. */
export const fetchEmail = (id: string) => get<EmailDetail>(emailPath(id));

/** Resends an email. Requests with the same key are one replay. */
export const replayEmail = (id: string, recipient: string | undefined, key: string) =>
  post<ReplayOutcome>(`${emailPath(id)}/replay`, recipient ? { recipient } : {}, key);

/** Resends the given emails, or all that match a filter. */
export const replayEmails = (which: { ids: string[] } | { filter: EmailFilter }, key: string) =>
  post<ReplayResult>('/emails/replay', which, key);

/** Cancels an email that has not been sent. */
export const cancelEmail = (id: string) => post<EmailDetail>(`${emailPath(id)}/cancel`);

/** Payments without an account, oldest first. */
export const fetchUnclaimedPayments = () => get<ItemList<UnclaimedPayment>>('/unclaimed-payments');

/** Payments that don't match their order, longest waiting first. */
export const fetchReviews = () => get<ItemList<CheckoutInReview>>('/checkouts-in-review');

/** Provisions or refunds such a payment. Administrators only. */
export const resolveReview = (checkoutId: string, action: 'provision' | 'refund', reason: string) =>
  post<ReviewResolved>(`/checkouts-in-review/${encodeURIComponent(checkoutId)}/${action}`, {
    reason,
  });

/** Refunds and recurring billing that the payment provider keeps rejecting. */
export const fetchFailingPayments = () => get<ItemList<FailingPayment>>('/failing-payments');

/**
 * Deleted accounts whose subscription could not be canceled at the payment provider, longest waiting first.
 */
export const fetchFailedCancellations = () =>
  get<ItemList<FailedCancellation>>('/subscription-cancellations');

/** Retries the cancellation for a deleted account. */
export const retryCancellation = (userId: string) =>
  post<CancellationRetry>(`/subscription-cancellations/${encodeURIComponent(userId)}/replay`);

/** A page of the audit log, newest first. Administrators only. */
export function fetchAudit(filter: AuditFilter, cursor?: string): Promise<AuditList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<AuditList>(`/audit?${query.toString()}`);
}

/** A page of matching text messages, newest first. */
export function fetchSms(filter: SmsFilter, cursor?: string): Promise<SmsList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<SmsList>(`/sms?${query.toString()}`);
}

/** Metrics of every queue, and emails by status. */
export const fetchQueues = () => get<QueueOverview>('/queues');

/** Pauses or resumes a queue. Administrators only. */
export const setQueuePaused = (name: string, paused: boolean) =>
  post<QueueMetrics>(`/queues/${encodeURIComponent(name)}/${paused ? 'pause' : 'resume'}`);
