import type {
  AuditFilter,
  AuditList,
  CheckoutInReview,
  EmailDetail,
  EmailFilter,
  EmailList,
  FailedPlanEnding,
  FailingPayment,
  QueueFigures,
  QueueOverview,
  ReplayOutcome,
  ReplayResult,
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

/** Who is signed in to the console. 403 for customers. */
export const fetchStaffMember = () => get<StaffMember>('/me');

/** One page of the mails that match, newest first. */
export function fetchEmails(filter: EmailFilter, cursor?: string): Promise<EmailList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<EmailList>(`/emails?${query.toString()}`);
}

/** A mail with its attempts, rendered with one-time links masked. */
export const fetchEmail = (id: string) => get<EmailDetail>(emailPath(id));

/** Sends one mail again. The same key is the same replay, however often it is pressed. */
export const replayEmail = (id: string, recipient: string | undefined, key: string) =>
  post<ReplayOutcome>(`${emailPath(id)}/replay`, recipient ? { recipient } : {}, key);

/** Sends the named mails again, or all that match a filter. */
export const replayEmails = (which: { ids: string[] } | { filter: EmailFilter }, key: string) =>
  post<ReplayResult>('/emails/replay', which, key);

/** Stops a mail that has not been sent. */
export const cancelEmail = (id: string) => post<EmailDetail>(`${emailPath(id)}/cancel`);

/** Payments that are nobody's: paid without an address to give the plan to. Oldest first. */
export const fetchUnclaimedPayments = () => get<{ items: UnclaimedPayment[] }>('/unclaimed-payments');

/** Payments that contradict their checkout, longest waiting first. */
export const fetchReviews = () => get<{ items: CheckoutInReview[] }>('/checkouts-in-review');

/** Gives the plan for such a payment, or returns it. Administrators only. */
export const resolveReview = (checkoutId: string, action: 'provision' | 'refund', reason: string) =>
  post<{ status: 'resolved' }>(`/checkouts-in-review/${encodeURIComponent(checkoutId)}/${action}`, {
    reason,
  });

/** Refunds and recurring billing that the payment provider keeps rejecting. */
export const fetchFailingPayments = () => get<{ items: FailingPayment[] }>('/failing-payments');

/** Deleted accounts whose plans could not be ended at the payment provider. Longest waiting first. */
export const fetchFailedPlanEndings = () => get<{ items: FailedPlanEnding[] }>('/plan-endings');

/** Tries again to end the plans of a deleted account. */
export const replayPlanEnding = (accountId: string) =>
  post<{ status: 'due' }>(`/plan-endings/${encodeURIComponent(accountId)}/replay`);

/** One page of the audit log, newest first. Administrators only. */
export function fetchAudit(filter: AuditFilter, cursor?: string): Promise<AuditList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<AuditList>(`/audit?${query.toString()}`);
}

/** One page of the text messages that match, newest first. */
export function fetchSms(filter: SmsFilter, cursor?: string): Promise<SmsList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<SmsList>(`/sms?${query.toString()}`);
}

/** Depth, age and failures of every queue, and the mails by state. */
export const fetchQueues = () => get<QueueOverview>('/queues');

/** Holds a queue or lets it go on. Administrators only. */
export const setQueuePaused = (name: string, paused: boolean) =>
  post<QueueFigures>(`/queues/${encodeURIComponent(name)}/${paused ? 'pause' : 'resume'}`);
