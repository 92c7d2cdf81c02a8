import type { EmailStatus, EmailTemplate } from '@subscription-site/shared/contracts';

/** What staff reads for each state of a mail. */
export const EMAIL_STATUS_WORDS: Record<EmailStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** What staff reads for a failed mail whose place another has taken. */
export const REPLAYED = 'Failed, replayed';

/** What staff reads for each kind of mail. */
export const EMAIL_TEMPLATE_WORDS: Record<EmailTemplate, string> = {
  welcome: 'Welcome',
  'confirm-address': 'Confirm address',
  'reset-password': 'Reset password',
  refund: 'Refund',
  'payment-failed': 'Payment failed',
  'account-disowned': 'Account disowned',
  'story-received': 'Story received',
};
