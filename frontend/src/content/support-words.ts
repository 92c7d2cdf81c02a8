import type { EmailStatus } from '@subscription-site/shared/contracts';

/** What staff reads for each state of a mail. */
export const EMAIL_STATUS_WORDS: Record<EmailStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** The mails there are, under the names they are stored with. */
export const EMAIL_TEMPLATE_WORDS: Record<string, string> = {
  welcome: 'Welcome',
  'confirm-address': 'Confirm address',
  'reset-password': 'Reset password',
  refund: 'Refund',
  'payment-failed': 'Payment failed',
  'account-disowned': 'Account disowned',
  'story-received': 'Story received',
};
