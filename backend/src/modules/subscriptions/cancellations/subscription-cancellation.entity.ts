import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const SubscriptionCancellationSchema = defineEntity({
  name: 'SubscriptionCancellation',
  tableName: 'subscription_cancellations',
  properties: {
    userId: p.uuid().primary(),
    /** `due` is in progress, with retries; `failed` waits for staff. */
    status: p.enum(['due', 'ended', 'failed']),
    /** When the user was deleted: later renewals are refunded. */
    deletedAt: timestamp(),
    finishedAt: timestamp().nullable(),
    lastError: p.text().nullable(),
  },
  indexes: [
    {
      name: 'subscription_cancellations_unfinished',
      where: "status <> 'ended'::text",
      properties: ['status', 'finishedAt'],
    },
  ],
});

/** Cancellation of a deleted user's subscriptions at the provider. Kept for accounting. */
export class SubscriptionCancellationEntity extends SubscriptionCancellationSchema.class {}
SubscriptionCancellationSchema.setClass(SubscriptionCancellationEntity);
