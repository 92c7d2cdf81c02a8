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
  'account.address-proven',
  'account.ban-lifted',
  'account.banned',
  'account.changed',
  'account.confirmation-asked',
  'account.created',
  'account.deleted',
  'account.disowned',
  'account.email-change-agreed',
  'account.email-change-asked',
  'account.email-changed',
  'account.invited',
  'account.link-generated',
  'account.phone-change-asked',
  'account.phone-changed',
  'account.phone-proven',
  'account.reauthentication-asked',
  'account.recovery-asked',
  'account.sign-in-asked',
  'account.signed-up-again',
  'account.sms-asked-again',
  'checkout.needs-review',
  'checkout.prepared-identity-discarded',
  'checkout.review-provisioned',
  'checkout.review-refunded',
  'code.refused',
  'custom-provider.changed',
  'custom-provider.created',
  'custom-provider.removed',
  'email.canceled',
  'email.replayed',
  'factor.added',
  'factor.changed',
  'factor.enrolled',
  'factor.refused',
  'factor.removed',
  'factor.verified',
  'passkey.added',
  'passkey.refused',
  'passkey.removed',
  'passkey.renamed',
  'password.refused',
  'password.set',
  'plans.ended',
  'plans.ending-failed',
  'plans.ending-replayed',
  'queue.pause-ordered',
  'queue.resume-ordered',
  'recovery-code.refused',
  'recovery-code.used',
  'recovery-codes.made',
  'recovery-codes.removed',
  'session.ended-for-reuse',
  'session.opened',
  'session.revoked',
  'session.signed-out',
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
  'confirm-address': 'Confirm email',
  'reset-password': 'Reset password',
  'sign-in': 'Sign-in link',
  invitation: 'Invitation',
  'confirm-new-address': 'Confirm new email',
  'address-changed': 'Email changed',
  'password-changed': 'Password changed',
  reauthentication: 'Reauthentication code',
  'new-sign-in': 'New sign-in',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'phone-changed': 'Phone number changed',
  'recovery-codes-made': 'Recovery codes generated',
  'recovery-code-used': 'Recovery code used',
  refund: 'Refund',
  'payment-failed': 'Payment failed',
  'account-disowned': 'Unrecognized account reported',
  'account-deleted': 'Failed cancellation',
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
