import type {
  EmailStatus,
  EmailTemplate,
  FailingPayment,
  ReviewCause,
  SmsListItem,
  SmsStatus,
} from '@subscription-site/shared/contracts';

/** What staff reads for each state of a mail. */
export const EMAIL_STATUS_WORDS: Record<EmailStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** What staff reads for each state of a text message. */
export const SMS_STATUS_WORDS: Record<SmsStatus, string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** What staff reads for what the code of a text message is for. */
export const SMS_PURPOSE_WORDS: Record<SmsListItem['purpose'], string> = {
  sms_signup: 'Sign-up',
  sms: 'Sign-in',
  phone_change: 'New number',
  reauthentication: 'Change',
  factor: 'Second step',
};

/** What staff reads for how a payment contradicts its checkout. */
export const REVIEW_CAUSE_WORDS: Record<ReviewCause, string> = {
  amount: 'Wrong amount',
  currency: 'Wrong currency',
  metadata: 'Another order',
  refunded: 'Refunded before',
  subscription: 'No subscription',
  refund_failed: 'Refund failed',
};

/** What staff reads for what the payment provider keeps rejecting. */
export const FAILING_PAYMENT_WORDS: Record<FailingPayment['kind'], string> = {
  recurring_setup: 'Recurring billing',
  refund: 'Refund',
};

/** Acts that the audit log tells of, as it stores them; offered while an administrator types. */
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

/** What staff reads for a failed mail whose place another has taken. */
export const REPLAYED = 'Failed, replayed';

/** What staff reads for each kind of mail; see {@link templateInWords} for those of other versions. */
export const EMAIL_TEMPLATE_WORDS: Record<EmailTemplate, string> = {
  welcome: 'Welcome',
  'confirm-address': 'Confirm address',
  'reset-password': 'Reset password',
  'sign-in': 'Sign-in link',
  invitation: 'Invitation',
  'confirm-new-address': 'Confirm new address',
  'address-changed': 'Address changed',
  'password-changed': 'Password changed',
  reauthentication: 'Code for a change',
  'new-sign-in': 'New sign-in',
  'factor-added': 'Second step added',
  'factor-removed': 'Second step removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'phone-changed': 'Phone number changed',
  'recovery-codes-made': 'Recovery codes made',
  'recovery-code-used': 'Recovery code used',
  refund: 'Refund',
  'payment-failed': 'Payment failed',
  'account-disowned': 'Account disowned',
  'account-deleted': 'Plan of a deleted account',
  'payment-needs-review': 'Payment needs review',
  'payment-unclaimed': 'Unclaimed payment',
  'recurring-setup-failed': 'Recurring billing failed',
  'refund-failed': 'Refund failed',
  'story-received': 'Story received',
};

/** The kind of a mail by the name that the filter offers; one that this version does not know by its own. */
export function templateInWords(template: string): string {
  return EMAIL_TEMPLATE_WORDS[template as EmailTemplate] ?? template;
}
