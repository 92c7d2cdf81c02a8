import type { BillingInterval, PaidPlan, SubscriptionTier } from './plans.js';

/** `get-stripe-config`. `scriptUrl` is present only when the payment sandbox is in use. */
export interface StripeConfig {
  publishableKey: string;
  scriptUrl?: string;
}

/** `create-payment-intent`: request body. `amount` (cents) is only checked against the price list. */
export interface CreatePaymentIntentRequest {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
}
export interface CreatePaymentIntentResponse {
  clientSecret: string;
  paymentIntentId: string;
  livemode: boolean;
}

/** `prepare-checkout`: buyer details. With a bearer token, email, name and password may be omitted. */
export interface PrepareCheckoutRequest {
  clientSecret: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
  /** Required when a captcha is configured. */
  captchaToken?: string;
}
export interface PrepareCheckoutResponse {
  status: 'ready';
}

/** `process-payment`. With a bearer token, email, name and password may be omitted. */
export interface ProcessPaymentRequest {
  paymentIntentId: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
}
export interface ProcessPaymentResponse {
  user: { id: string; email: string };
  subscription: SubscriptionSummary;
}

/** Only `active` and `past_due` grant access. */
export type SubscriptionStatus = 'trialing' | 'trial_ended' | 'active' | 'past_due' | 'canceled' | 'refunded';

export interface SubscriptionSummary {
  plan: PaidPlan;
  interval: BillingInterval;
  status: SubscriptionStatus;
  /** ISO 8601, UTC. */
  current_period_end: string;
}

/** `check-subscription`. `subscription_tier` is null when the user has no tier. */
export interface SubscriptionCheck {
  subscription_tier: SubscriptionTier | null;
  status: SubscriptionStatus | null;
  interval: BillingInterval | null;
  current_period_end: string | null;
  trial_end: string | null;
}

/** `send-welcome-email`. Every field except `email` is checked against the account or ignored. */
export interface SendWelcomeEmailRequest {
  email: string;
  name: string;
  isFreeTrial: boolean;
  subscriptionTier: SubscriptionTier;
}
export interface SendWelcomeEmailResponse {
  /** False when the welcome email for this tier was sent before; nothing is sent then. */
  queued: boolean;
  emailId: string;
}

/** The caller's welcome email, at `account/v1/welcome-email`. */
export interface WelcomeEmailStatus {
  /** The account's address. */
  email: string;
  delivery: 'pending' | 'sent' | 'failed';
  /** Whether the address can be corrected: once, while it is unconfirmed. */
  correctable: boolean;
}
export interface CorrectWelcomeEmailRequest {
  email: string;
}

export interface CreateCheckoutSessionRequest {
  planName: string;
  interval?: BillingInterval;
}
export interface CreateCheckoutSessionResponse {
  url: string;
}

export interface ShareStoryRequest {
  name: string;
  company: string;
  email: string;
  story: string;
  consent: boolean;
  captchaToken?: string;
}
export interface ShareStoryResponse {
  status: 'received';
}

/** `get-plan-prices`: the payment provider's price id for each plan and interval. */
export type PlanPrices = Record<PaidPlan, Record<BillingInterval, string | null>>;

/** `sending`: leased by a worker. `failed`: needs support. `canceled`: stopped by support. */
export const EMAIL_STATUSES = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** Templates of all emails. Stored with each email, so they must not be renamed. */
export const EMAIL_TEMPLATES = [
  'welcome',
  'confirm-email',
  'reset-password',
  'sign-in',
  'invitation',
  'confirm-email-change',
  'email-changed',
  'password-changed',
  'reauthentication',
  'new-sign-in',
  'mfa-factor-enrolled',
  'mfa-factor-unenrolled',
  'passkey-added',
  'passkey-removed',
  'phone-changed',
  'recovery-codes-generated',
  'recovery-code-used',
  'refund',
  'payment-failed',
  'unrecognized-account',
  'cancellation-failed',
  'payment-needs-review',
  'payment-unclaimed',
  'recurring-setup-failed',
  'refund-failed',
  'story-received',
] as const;
export type EmailTemplate = (typeof EMAIL_TEMPLATES)[number];

export const SMS_STATUSES = ['queued', 'sent', 'failed', 'canceled'] as const;
export type SmsStatus = (typeof SMS_STATUSES)[number];

/** An SMS message, without its code. Times are ISO 8601, UTC. */
export interface SmsListItem {
  id: string;
  userId: string;
  /** Digits, without a plus sign. */
  recipient: string;
  /** What the code confirms. */
  purpose: 'sms_signup' | 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  status: SmsStatus;
  providerId: string | null;
  lastError: string | null;
  createdAt: string;
  finishedAt: string | null;
}

export interface SmsFilter {
  /** A phone number or the beginning of one. */
  recipient?: string;
  status?: SmsStatus;
}

export interface SmsList {
  items: SmsListItem[];
  nextCursor: string | null;
}

export interface EmailListItem {
  id: string;
  template: string;
  recipient: string;
  subject: string;
  status: EmailStatus;
  attempts: number;
  createdAt: string;
  sentAt: string | null;
  failedAt: string | null;
  nextAttemptAt: string | null;
  lastError: string | null;
  /** The email that replaced this one. */
  replayedById: string | null;
}
export interface EmailList {
  items: EmailListItem[];
  /** Opaque; pass as `cursor` to get the next page. Null on the last page. */
  nextCursor: string | null;
}
export interface EmailAttempt {
  number: number;
  startedAt: string;
  finishedAt: string | null;
  outcome: 'sent' | 'deferred' | 'rejected' | 'interrupted' | null;
  /** The mail server's reply, with its code. */
  smtpResponse: string | null;
  error: string | null;
}
export interface EmailDetail extends EmailListItem {
  userId: string | null;
  messageId: string;
  /** The email this one was replayed from. */
  replayOfId: string | null;
  /** Whether a replay may go to a corrected address. */
  correctable: boolean;
  replayable: boolean;
  /** Where a replay is sent unless another address is given. Null if another address is required or it can't be replayed. */
  replayRecipient: string | null;
  /** Why it can't be replayed. */
  replayBlockedReason: string | null;
  cancelable: boolean;
  history: EmailAttempt[];
  /** Rendered with one-time links and codes masked. */
  html: string;
  text: string;
}
/** Filters the email list, and selects the emails of a bulk replay. */
export interface EmailFilter {
  recipient?: string;
  status?: EmailStatus;
  template?: string;
  /** ISO 8601; inclusive. */
  createdFrom?: string;
  /** ISO 8601; exclusive. */
  createdTo?: string;
}
export interface ReplayOutcome {
  /** The email for which a replay was requested. */
  emailId: string;
  outcome: 'queued' | 'already_queued' | 'rejected';
  /** The new email, or the one already queued. */
  replayId?: string;
  message?: string;
}
export interface ReplayResult {
  queued: number;
  results: ReplayOutcome[];
  /** Matching emails that this call did not process; 0 for a list of ids. */
  remaining: number;
}
export interface QueueMetrics {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  paused: boolean;
  /** Seconds since the oldest unfinished event became due; 0 when none. */
  oldestDueSeconds: number;
  /** Unfinished events whose last attempt failed. */
  failing: number;
}
export interface QueueOverview {
  /** While Redis is down, the metrics come from the database alone: nothing is shown as active or paused. */
  redis: 'up' | 'down';
  queues: QueueMetrics[];
  emails: Record<EmailStatus, number>;
}
/** A list without pages: oldest first, at most 500. */
export interface ItemList<Item> {
  items: Item[];
}
/** A payment without an email address to provision it to. */
export interface UnclaimedPayment {
  checkoutId: string;
  paymentIntentId: string;
  amountCents: number;
  paidAt: string;
}
/** Why a payment needs review: what contradicts its checkout, or what failed afterward. */
export const REVIEW_CAUSES = [
  'amount',
  'currency',
  'metadata',
  'refunded',
  'subscription',
  'refund_failed',
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** A payment that contradicts its checkout. An administrator provisions or refunds it. */
export interface CheckoutInReview {
  checkoutId: string;
  /** Id of the payment intent or the hosted checkout session. */
  paymentId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  /** Amount due for the checkout. */
  amountCents: number;
  /** The buyer's email, if known. */
  email: string | null;
  cause: ReviewCause;
  details: string;
  paidAt: string;
  /** When the review became due. */
  dueAt: string;
}
/** The decision about a payment in review was applied. */
export interface ReviewResolved {
  status: 'resolved';
}
/** A request that the payment provider keeps rejecting. Retries continue. */
export interface FailingPayment {
  /** `recurring_setup`: the customer has the plan but won't be charged again. `refund`: the buyer hasn't been paid back. */
  kind: 'recurring_setup' | 'refund';
  checkoutId: string;
  paymentId: string;
  email: string | null;
  amountCents: number;
  failures: number;
  /** The payment provider's error message. */
  reason: string;
}
/** A deleted account whose subscriptions could not be canceled at the payment provider. Charges may continue until support resolves it. */
export interface FailedCancellation {
  userId: string;
  deletedAt: string;
  /** When the retries were exhausted. */
  failedAt: string;
  /** The payment provider's error message. */
  reason: string;
}
/** A failed cancellation will be tried again. */
export interface CancellationRetry {
  status: 'due';
}
/** An action by staff or a security event. */
export interface AuditEntryView {
  id: string;
  at: string;
  /** Null for the system and unknown actors. */
  actorId: string | null;
  /** The actor's current email; null if the account was deleted. */
  actorEmail: string | null;
  action: string;
  subject: { type: string; id: string } | null;
  ip: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}
/** One page of the audit log, newest first. */
export interface AuditList {
  items: AuditEntryView[];
  nextCursor: string | null;
}
/** Filters the audit log by exact match. */
export interface AuditFilter {
  action?: string;
  actorId?: string;
  /** Current email of the actor. */
  actorEmail?: string;
  subjectType?: string;
  subjectId?: string;
}
/** The staff member signed in to the console. */
export interface StaffMember {
  id: string;
  email: string;
  role: 'support' | 'admin';
}

/** An active session of a user. */
export interface AccountSession {
  id: string;
  createdAt: string;
  /** When its tokens were last refreshed; for the current session, now. */
  lastUsedAt: string;
  userAgent: string | null;
  /** For example `Chrome on macOS`; null if unknown. */
  device: string | null;
  ipAddress: string | null;
  /** Whether this session made the request. */
  current: boolean;
  /** `aal2` once MFA has been completed in it. */
  assurance: 'aal1' | 'aal2';
}
/** `GET /api/account/v1/sessions`, most recently used first. */
export interface AccountSessionList {
  sessions: AccountSession[];
}
