import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const SubscriptionCancellationSchema = defineEntity({
  name: 'SubscriptionCancellation',
  tableName: 'subscription_cancellations',
  properties: {
    userId: p.uuid().primary(),
    status: p.enum(['due', 'ended', 'failed']),
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

export class SubscriptionCancellationEntity extends SubscriptionCancellationSchema.class {}
SubscriptionCancellationSchema.setClass(SubscriptionCancellationEntity);
