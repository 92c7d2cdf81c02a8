/**
 * Emails and SMS: stored in the same transaction as the change they are about, sent by the worker, kept with every attempt, and
 * replayable by support.
 *
 * Guarantees that a stored email is delivered, fails visibly, or is canceled; that an account is welcomed to a tier only once; and that
 * replaying twice sends one email. Listens to auth, subscriptions and stories. Makes no decisions about accounts or money, and stores
 * no one-time links: each is minted when its email is sent.
 */
export { NotificationsHandlersModule, NotificationsModule } from './notifications.module.js';
export { Emails, REPLAY_LIMIT, type EmailSearch, type EmailDetails } from './support/emails.js';
export { SmsMessages, type SmsMessage } from './sms/sms-messages.js';
export type { Replay } from './support/replay-emails.js';
export type { EmailEntity } from './core/email.entity.js';
export { notificationsEntities } from './entities.js';
export { notificationsTables } from './personal-data.js';
