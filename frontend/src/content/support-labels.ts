import type {
  EmailStatus,
  EmailTemplate,
  FailingPayment,
  ReviewCause,
  SmsListItem,
  SmsStatus,
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
  metadata: 'Another order',
  refunded: 'Already refunded',
  subscription: 'No subscription',
  refund_failed: 'Refund failed',
};

export const FAILING_PAYMENT_LABELS: Record<FailingPayment['kind'], string> = {
  recurring_setup: 'Recurring billing',
  refund: 'Refund',
};

/** Known audit actions, suggested while typing in the filter. */
export const AUDIT_ACTIONS: readonly string[] = [
  'user.email_confirmed',
  'user.unbanned',
  'user.banned',
  'user.updated',
  'user.confirmation_requested',
  'user.created',
  'user.deleted',
  'user.reported_unrecognized',
  'user.email_change_confirmed',
  'user.email_change_requested',
  'user.email_changed',
  'user.invited',
  'user.link_generated',
  'user.phone_change_requested',
  'user.phone_changed',
  'user.phone_confirmed',
  'user.reauthentication_requested',
  'user.recovery_requested',
  'user.magic_link_requested',
  'user.signed_up_again',
  'user.sms_resent',
  'checkout.needs-review',
  'checkout.prepared-identity-discarded',
  'checkout.review-provisioned',
  'checkout.review-refunded',
  'code.rejected',
  'custom-provider.changed',
  'custom-provider.created',
  'custom-provider.removed',
  'email.canceled',
  'email.replayed',
  'factor.enrolled',
  'factor.updated',
  'factor.enrolled',
  'factor.rejected',
  'factor.removed',
  'factor.verified',
  'passkey.added',
  'passkey.rejected',
  'passkey.removed',
  'passkey.renamed',
  'password.rejected',
  'password.set',
  'subscription_cancellation.completed',
  'subscription_cancellation.failed',
  'subscription_cancellation.retried',
  'queue.paused',
  'queue.resumed',
  'recovery_code.rejected',
  'recovery_code.used',
  'recovery_codes.generated',
  'recovery_codes.deleted',
  'session.revoked_for_reuse',
  'session.created',
  'session.revoked',
  'session.signed_out',
  'subscription.activated',
  'subscription.refunded',
];
export const AUDIT_SUBJECTS: readonly string[] = [
  'account',
  'checkout',
  'custom-provider',
  'email',
  'queue',
  'session',
];

/** Status of a failed email that was resent. */
export const REPLAYED_LABEL = 'Failed, replayed';

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
  'mfa-factor-enrolled': 'Second factor added',
  'mfa-factor-unenrolled': 'Second factor removed',
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
  'recurring-setup-failed': 'Recurring billing failed',
  'refund-failed': 'Refund failed',
  'story-received': 'Story received',
};

/** Label of an email template, or its name when unknown. */
export function templateLabel(template: string): string {
  return EMAIL_TEMPLATE_LABELS[template as EmailTemplate] ?? template;
}
