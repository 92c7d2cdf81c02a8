import type {
  AuditFilter,
  AuditList,
  CancellationRetry,
  CancellationSubmissionFilter,
  CancellationSubmissionList,
  CheckoutInReview,
  EmailDetail,
  EmailFilter,
  EmailList,
  FailedCancellation,
  FailingPayment,
  ConfigurationWarningView,
  ItemList,
  QueueMetrics,
  QueueOverview,
  RefundPaymentRequest,
  RefundResult,
  ReplayOutcome,
  ReplayResult,
  ReviewResolved,
  SmsFilter,
  SmsList,
  StaffCancellationRequest,
  StaffCustomer,
  StaffCustomerSummary,
  StaffMember,
  SubscriptionMismatch,
  UnclaimedPayment,
  WebhookFilter,
  WebhookList,
  WebhookReplay,
} from '@subscription-site/shared/contracts';
import { ADMIN_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import { downloadFile } from '../../../lib/api/download-file';

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

/** Subscriptions at the payment provider that don't match ours, oldest first. */
export const fetchMismatches = () => get<ItemList<SubscriptionMismatch>>('/subscription-mismatches');

const customerPath = (id: string) => `/customers/${encodeURIComponent(id)}`;

/** Customers whose email or name contains the text. */
export const searchCustomers = (text: string) =>
  get<ItemList<StaffCustomerSummary>>(`/customers?${new URLSearchParams({ q: text })}`);

/** A customer with their subscriptions and payments. */
export const fetchCustomer = (id: string) => get<StaffCustomer>(customerPath(id));

/** Replaces a customer's email. Administrators only. */
export const replaceCustomerEmail = (id: string, email: string, reason: string) =>
  callApi<StaffCustomer>(`${ADMIN_PATH}${customerPath(id)}/email`, {
    method: 'PUT',
    body: { email, reason },
  });

/** Refunds a payment in full or in part. Requests with the same key are one refund. Administrators only. */
export const refundPayment = (paymentId: string, request: RefundPaymentRequest, key: string) =>
  post<RefundResult>(`/payments/${encodeURIComponent(paymentId)}/refund`, request, key);

/** Ends a subscription without a refund. Administrators only. */
export const endSubscription = (id: string, request: StaffCancellationRequest) =>
  post<{ status: 'due' }>(`/subscriptions/${encodeURIComponent(id)}/cancel`, request);

/** Downloads a customer's invoice or receipt as a PDF. Recorded in the audit log. */
export const downloadDocument = (invoiceId: string, kind: 'pdf' | 'receipt') =>
  downloadFile(`${ADMIN_PATH}/invoices/${encodeURIComponent(invoiceId)}/${kind}`);

/** Downloads a cancellation or withdrawal as a text file. Recorded in the audit log. */
export const downloadSubmission = (id: string) =>
  downloadFile(`${ADMIN_PATH}/cancellation-submissions/${encodeURIComponent(id)}/declaration`);

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

/** A page of matching webhook events, newest first. */
export function fetchWebhooks(filter: WebhookFilter, cursor?: string): Promise<WebhookList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<WebhookList>(`/webhooks?${query.toString()}`);
}

/** Processes a webhook event again. Administrators only. */
export const replayWebhook = (id: string, reason: string) =>
  post<WebhookReplay>(`/webhooks/${encodeURIComponent(id)}/replay`, { reason });

/** A page of matching cancellations and withdrawals, newest first. */
export function fetchCancellationSubmissions(
  filter: CancellationSubmissionFilter,
  cursor?: string,
): Promise<CancellationSubmissionList> {
  const query = new URLSearchParams({ ...filter, limit: String(PAGE_SIZE) });
  if (cursor) query.set('cursor', cursor);
  return get<CancellationSubmissionList>(`/cancellation-submissions?${query.toString()}`);
}

/** Problems that only a changed setting can fix. */
export const fetchConfigurationWarnings = () =>
  get<ItemList<ConfigurationWarningView>>('/configuration-warnings');

/** Metrics of every queue, and emails by status. */
export const fetchQueues = () => get<QueueOverview>('/queues');

/** Pauses a queue. Administrators only. */
export const pauseQueue = (name: string, reason: string) =>
  post<QueueMetrics>(`/queues/${encodeURIComponent(name)}/pause`, { reason });

/** Resumes a queue. Administrators only. */
export const resumeQueue = (name: string) => post<QueueMetrics>(`/queues/${encodeURIComponent(name)}/resume`);
