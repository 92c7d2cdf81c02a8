import { eventType } from '../../platform/outbox/event-type.js';

/** A user asked for their account to be deleted. Their plan was set to end with its period, or ended at once because that isn't paid. */
export const accountDeletionScheduled = eventType<{
  userId: string;
  scheduledFor: string;
  canceledPlan: boolean;
  endedPlan: boolean;
}>('account_deletion.scheduled', 'events');
/** A user decided to keep the account. */
export const accountDeletionUndone = eventType<{ userId: string; resumedPlan: boolean }>(
  'account_deletion.undone',
  'events',
);
/** The period for undoing the deletion has ended. */
export const accountDeletionDue = eventType<{ userId: string; scheduledFor: string }>(
  'account_deletion.due',
  'events',
);
/**
 * The account was deleted at its owner's request.
 * The event is erased with their other data once the email to this address has been sent.
 */
export const accountDeleted = eventType<{
  userId: string;
  email: string;
  name: string;
  locale: string | null;
}>('account_deletion.completed', 'events');
/** A user requested an export of their data. */
export const dataExportRequested = eventType<{ exportId: string }>('data_export.requested', 'events');
/** An export can be downloaded. */
export const dataExportReady = eventType<{ exportId: string; userId: string; expiresAt: string }>(
  'data_export.ready',
  'events',
);
/** The customer's stored data will be purged in a week, unless they have subscribed again. */
export const productDataPurgeUpcoming = eventType<{
  userId: string;
  subscriptionId: string;
  purgeAt: string;
}>('product_data.purge_upcoming', 'events');
/** The plan ended 30 days ago. The event was created when it ended. */
export const productDataPurgeDue = eventType<{ userId: string; subscriptionId: string }>(
  'product_data.purge_due',
  'events',
);
