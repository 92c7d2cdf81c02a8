/**
 * Emails: written with the change they tell of, sent by the worker, kept with every attempt, replayed by support.
 *
 * Promises that an email once written arrives, fails visibly, or was stopped by support; that an account is welcomed to a tier once,
 * the person who asks; and that pressing replay twice sends one email. Listens to auth, subscriptions and stories. It decides nothing about
 * accounts or money, and keeps no one-time link: each is minted when its email is sent.
 */
export { NotificationsHandlersModule, NotificationsModule } from './notifications.module.js';
export { Emails, REPLAY_LIMIT, type EmailSearch, type EmailDetails } from './application/emails.js';
export { SmsMessages, type SmsMessage } from './application/sms-messages.js';
export type { Replay } from './application/replay-emails.js';
export type { Email, EmailAttempt } from './domain/email.js';
export { emailDue } from './domain/events.js';
