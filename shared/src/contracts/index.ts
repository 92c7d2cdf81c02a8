import type { BillingInterval, PaidPlan, SubscriptionTier } from '../plans/index.js';

/** `get-stripe-config`. `scriptUrl` is there only while the payment sandbox is in use. */
export interface StripeConfig {
  publishableKey: string;
  scriptUrl?: string;
}

/** `create-payment-intent`: body. `amount` in cents is compared with the price list, never used. */
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

/** `prepare-checkout`: who is buying. With a bearer token e-mail, name and password may be absent. */
export interface PrepareCheckoutRequest {
  clientSecret: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
  /** Answer of the captcha, where one is configured. */
  captchaToken?: string;
}
export interface PrepareCheckoutResponse {
  status: 'ready';
}

/** `process-payment`. With a bearer token e-mail, name and password may be absent. */
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

/** `active` and `past_due` give access; the others do not. */
export type SubscriptionStatus = 'trialing' | 'trial_ended' | 'active' | 'past_due' | 'canceled' | 'refunded';

export interface SubscriptionSummary {
  plan: PaidPlan;
  interval: BillingInterval;
  status: SubscriptionStatus;
  /** ISO 8601, UTC. */
  current_period_end: string;
}

/** `check-subscription`. `subscription_tier` is null when the account has none. */
export interface SubscriptionCheck {
  subscription_tier: SubscriptionTier | null;
  status: SubscriptionStatus | null;
  interval: BillingInterval | null;
  current_period_end: string | null;
  trial_end: string | null;
}

/** `send-welcome-email`. Everything but `email` is compared with the account or ignored. */
export interface SendWelcomeEmailRequest {
  email: string;
  name: string;
  isFreeTrial: boolean;
  subscriptionTier: SubscriptionTier;
}
export interface SendWelcomeEmailResponse {
  /** False when this account has been welcomed to this tier already: nothing is sent. */
  queued: boolean;
  emailId: string;
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

/** Price identifiers at the provider for each paid plan; `GET /api/functions/v1/get-plan-prices`. */
export type PlanPrices = Record<PaidPlan, Record<BillingInterval, string | null>>;

/** State of an email. `sending` is held by a worker; `failed` waits for support; `canceled` was stopped by support. */
export const EMAIL_STATUSES = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** A row of the list of emails in the support console. */
/** Every email there is; stored, and shown to support. */
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

/** A text message with a code, without the code. Times are ISO 8601, UTC. */
export interface SmsListItem {
  id: string;
  userId: string;
  /** Digits, without a plus sign. */
  recipient: string;
  /** What the code is for. */
  purpose: 'sms_signup' | 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  status: SmsStatus;
  providerId: string | null;
  lastError: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Of the messages in the console; a number may be given by how it begins. */
export interface SmsFilter {
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
  /** The email that has taken the place of this one. */
  replayedById: string | null;
}
export interface EmailList {
  items: EmailListItem[];
  /** Opaque; pass as `cursor` for the next page. Null on the last one. */
  nextCursor: string | null;
}
export interface EmailAttempt {
  number: number;
  startedAt: string;
  finishedAt: string | null;
  outcome: 'sent' | 'deferred' | 'rejected' | 'interrupted' | null;
  /** What the mail server said, with its code. */
  smtpResponse: string | null;
  error: string | null;
}
export interface EmailDetail extends EmailListItem {
  userId: string | null;
  messageId: string;
  /** The email this one was replayed from. */
  replayOfId: string | null;
  /** A corrected address may be given when it is replayed. */
  correctable: boolean;
  replayable: boolean;
  /** Where a replay goes unless another address is given. Null when one must be given, or when it is not replayable. */
  replayRecipient: string | null;
  /** Why it is not replayable. */
  replayBlockedReason: string | null;
  cancelable: boolean;
  history: EmailAttempt[];
  /** Rendered with one-time links and codes masked. */
  html: string;
  text: string;
}
/** Filter of the list and of "replay all that match". */
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
  /** The email that was to be replayed. */
  emailId: string;
  outcome: 'queued' | 'already_queued' | 'refused';
  /** The email that is on its way in its place. */
  replayId?: string;
  message?: string;
}
export interface ReplayResult {
  queued: number;
  results: ReplayOutcome[];
  /** Emails that match the filter beyond those of this call; 0 for a list of ids. */
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
  /** While Redis is away, the figures are those of the database: nothing is active, nothing shows as paused. */
  redis: 'up' | 'down';
  queues: QueueMetrics[];
  emails: Record<EmailStatus, number>;
}
/** A payment that is no one's: paid without an address to give the plan to. */
export interface UnclaimedPayment {
  checkoutId: string;
  paymentIntentId: string;
  amountCents: number;
  paidAt: string;
}
/** How a payment contradicts its checkout. */
export const REVIEW_CAUSES = [
  'amount',
  'currency',
  'metadata',
  'refunded',
  'subscription',
  'refund_failed',
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** A payment that arrived but contradicts its checkout; an administrator gives the plan or returns the money. */
export interface CheckoutInReview {
  checkoutId: string;
  /** Of the payment intent, or of the hosted session. */
  paymentId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  /** What the checkout costs. */
  amountCents: number;
  /** Of the buyer, where one is known. */
  email: string | null;
  cause: ReviewCause;
  details: string;
  paidAt: string;
  /** Since when it waits. */
  dueAt: string;
}
/** What the payment provider keeps rejecting. It is retried all the while. */
export interface FailingPayment {
  /** `recurring_setup`: the customer has the plan, but will not be charged again. `refund`: the buyer is owed the money. */
  kind: 'recurring_setup' | 'refund';
  checkoutId: string;
  paymentId: string;
  email: string | null;
  amountCents: number;
  failures: number;
  /** What the payment provider said. */
  reason: string;
}
/** A deleted account whose plan the payment provider could not be brought to end: charges may go on until someone sees to it. */
export interface FailedCancellation {
  userId: string;
  deletedAt: string;
  /** When it was given up. */
  failedAt: string;
  /** What the payment provider said. */
  reason: string;
}
/** An act of staff, or one that concerns security. */
export interface AuditEntryView {
  id: string;
  at: string;
  /** Null for the system or someone unknown. */
  actorId: string | null;
  /** His address as it is now; null when he has no account any more. */
  actorEmail: string | null;
  action: string;
  subject: { type: string; id: string } | null;
  ip: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}
/** A page of the audit log, newest first. */
export interface AuditList {
  items: AuditEntryView[];
  nextCursor: string | null;
}
/** Narrows the audit log; each is compared as a whole. */
export interface AuditFilter {
  action?: string;
  actorId?: string;
  /** Of the account that has this address now. */
  actorEmail?: string;
  subjectType?: string;
  subjectId?: string;
}
/** Who is signed in to the console. */
export interface StaffMember {
  id: string;
  email: string;
  role: 'support' | 'admin';
}

/** A sign-in of a customer that is still good. */
export interface AccountSession {
  id: string;
  createdAt: string;
  /** When it last got tokens; now, for the one that asks. */
  lastUsedAt: string;
  userAgent: string | null;
  /** `Chrome on macOS`; null when it is not known. */
  device: string | null;
  ipAddress: string | null;
  /** True for the session that asks. */
  current: boolean;
  /** `aal2` once a second factor was shown in it. */
  assurance: 'aal1' | 'aal2';
}
/** `GET /api/account/v1/sessions`, the last used first. */
export interface AccountSessionList {
  sessions: AccountSession[];
}
