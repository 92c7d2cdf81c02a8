import type { SubscriptionTier } from '../plans.js';

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
  'receipt',
  'subscription-ended',
  'payment-disputed',
  'access-unconfirmed',
  'subscription-mismatch',
  'fraud-warning',
  'invoice-not-issued',
  'first-invoice-differs',
  'subscription-change-failed',
  'subscription-canceled',
  'subscription-resumed',
  'plan-changed',
  'plan-change-scheduled',
  'plan-change-undone',
  'plan-change-failed',
  'plan-request-failed',
  'refund-sent',
  'renewal-reminder',
  'card-expiring',
  'trial-ending',
  'trial-ended',
  'deletion-scheduled',
  'deletion-undone',
  'account-deleted',
  'export-ready',
  'data-purge-upcoming',
  'invoice-corrected',
  'cancellation-received',
  'cancellation-needs-review',
  'withdrawal-reminder',
  'withdrawal-unconfirmed',
] as const;
export type EmailTemplate = (typeof EMAIL_TEMPLATES)[number];

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
  /** The mail server's response, with its code. */
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
