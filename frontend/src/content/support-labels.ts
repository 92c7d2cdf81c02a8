import type {
  CancellationKind,
  CancellationOutcome,
  EmailStatus,
  EmailTemplate,
  FailingPayment,
  ReviewCause,
  SmsListItem,
  SmsStatus,
  SubscriptionMismatchKind,
  SubscriptionStatus,
  WebhookStatus,
} from '@subscription-site/shared/contracts';

export const EMAIL_STATUS_LABELS: Record<EmailStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

export const SMS_STATUS_LABELS: Record<SmsStatus, string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

export const WEBHOOK_STATUS_LABELS: Record<WebhookStatus, string> = {
  received: 'Received',
  failing: 'Failing',
  handled: 'Handled',
};

export const CANCELLATION_KIND_LABELS: Record<CancellationKind, string> = {
  cancel: 'Cancellation',
  withdraw: 'Withdrawal',
};

/** `waiting` stands for those that still can be confirmed, whatever their outcome. */
export const CANCELLATION_OUTCOME_LABELS: Record<CancellationOutcome | 'waiting', string> = {
  waiting: 'Waiting for confirmation',
  scheduled: 'Plan set to end',
  already_ending: 'Already set to end',
  confirmation_needed: 'Not confirmed',
  later_date: 'Later date requested',
  no_subscription: 'No active plan',
  unmatched: 'No account',
};

/** What the code in a text message is for. */
export const SMS_PURPOSE_LABELS: Record<SmsListItem['purpose'], string> = {
  sms_signup: 'Sign-up',
  sms: 'Sign-in',
  phone_change: 'New number',
  reauthentication: 'Reauthentication',
  factor: 'Two-factor authentication',
};

export const REVIEW_CAUSE_LABELS: Record<ReviewCause, string> = {
  amount: 'Wrong amount',
  currency: 'Wrong currency',
  metadata: 'Different order',
  refunded: 'Already refunded',
  subscription: 'No subscription',
  refund_failed: 'Refund failed',
};

export const FAILING_PAYMENT_LABELS: Record<FailingPayment['kind'], string> = {
  recurring_setup: 'Recurring billing',
  refund: 'Refund',
  cancellation: 'Cancellation',
  plan_change: 'Plan change',
};

export const MISMATCH_LABELS: Record<SubscriptionMismatchKind, string> = {
  unknown: 'Unknown',
  ended_here: 'Ended in our records',
  duplicate: 'Duplicate',
  missing: 'Missing',
};

export const MISMATCH_TEXTS: Record<SubscriptionMismatchKind, string> = {
  unknown: 'Active at the payment provider, but not in our records.',
  ended_here: 'Ended in our records, but still active at the payment provider.',
  duplicate: 'The customer has another subscription at the payment provider.',
  missing: 'Active in our records, but missing at the payment provider.',
};

export const SUBSCRIPTION_STATUS_LABELS: Record<SubscriptionStatus, string> = {
  incomplete: 'Incomplete',
  active: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  paused: 'Paused',
  canceled: 'Canceled',
  refunded: 'Refunded',
  trialing: 'Trial',
  trial_ended: 'Trial ended',
};

const DISPUTE_LABELS: Record<string, string> = {
  needs_response: 'response needed',
  under_review: 'under review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
  warning_needs_response: 'inquiry, response needed',
  warning_under_review: 'inquiry, under review',
  warning_closed: 'inquiry closed',
};

/** Label of a dispute's status at the payment provider. */
export function disputeLabel(status: string): string {
  return DISPUTE_LABELS[status] ?? status;
}

/** Status of a failed email that was resent. */
export const REPLAYED_LABEL = 'Failed, resent';

/** See {@link templateLabel} for templates this version does not know. */
export const EMAIL_TEMPLATE_LABELS: Record<EmailTemplate, string> = {
  welcome: 'Welcome',
  'confirm-email': 'Confirm email',
  'reset-password': 'Reset password',
  'sign-in': 'Sign-in link',
  invitation: 'Invitation',
  'confirm-email-change': 'Confirm new email',
  'email-changed': 'Email changed',
  'password-changed': 'Password changed',
  reauthentication: 'Reauthentication code',
  'new-sign-in': 'New sign-in',
  'mfa-factor-enrolled': 'Two-factor method added',
  'mfa-factor-unenrolled': 'Two-factor method removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'phone-changed': 'Phone number changed',
  'recovery-codes-generated': 'Recovery codes generated',
  'recovery-code-used': 'Recovery code used',
  refund: 'Refund',
  'payment-failed': 'Payment failed',
  'unrecognized-account': 'Unrecognized account reported',
  'cancellation-failed': 'Failed cancellation',
  'payment-needs-review': 'Payment needs review',
  'payment-unclaimed': 'Unclaimed payment',
  'recurring-setup-failed': 'Recurring billing setup failed',
  'refund-failed': 'Refund failed',
  'story-received': 'Story received',
  receipt: 'Receipt',
  'invoice-corrected': 'Invoice corrected',
  'subscription-ended': 'Plan ended',
  'payment-disputed': 'Payment disputed',
  'access-unconfirmed': 'Access not confirmed',
  'subscription-mismatch': 'Subscription mismatch',
  'fraud-warning': 'Fraud warning',
  'invoice-not-issued': 'Invoice not issued',
  'first-invoice-differs': 'First invoice differs',
  'subscription-change-failed': 'Plan change rejected',
  'subscription-canceled': 'Plan canceled',
  'subscription-resumed': 'Plan resumed',
  'plan-changed': 'Plan changed',
  'plan-change-scheduled': 'Plan change scheduled',
  'plan-change-undone': 'Scheduled plan change removed',
  'plan-change-failed': 'Plan change failed',
  'plan-request-failed': 'Plan request failed',
  'refund-sent': 'Refund sent',
  'renewal-reminder': 'Renewal reminder',
  'card-expiring': 'Card expiring',
  'trial-ending': 'Trial ending',
  'trial-ended': 'Trial ended',
  'deletion-scheduled': 'Deletion scheduled',
  'deletion-undone': 'Deletion undone',
  'account-deleted': 'Account deleted',
  'export-ready': 'Data export ready',
  'data-purge-upcoming': 'Upcoming data deletion',
  'cancellation-received': 'Cancellation received',
  'cancellation-needs-review': 'Cancellation needs review',
  'withdrawal-reminder': 'Refund reminder',
  'withdrawal-unconfirmed': 'Refund not confirmed',
};

/** Label of an email template, or its name when unknown. */
export function templateLabel(template: string): string {
  return EMAIL_TEMPLATE_LABELS[template as EmailTemplate] ?? template;
}
