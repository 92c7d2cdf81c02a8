import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../platform/database/columns.js';
import { SubscriptionEntity } from './subscription.entity.js';

const SubscriptionHistorySchema = defineEntity({
  name: 'SubscriptionHistory',
  tableName: 'subscription_history',
  properties: {
    id: p.uuid().primary(),
    subscriptionId: () =>
      p.manyToOne(SubscriptionEntity).mapToPk().joinColumn('subscription_id').deleteRule('no action'),
    /** Null for the first status. */
    fromStatus: p.text().strictNullable(),
    toStatus: p.text(),
    reason: p.text(),
    /** The user or staff member who decided it; null for the provider and the system. */
    actorId: p.uuid().strictNullable(),
    /** The event that was handled; null for requests and scheduled tasks. */
    eventId: p.uuid().strictNullable(),
    at: timestamp(),
  },
  indexes: [{ name: 'subscription_history_subscription', properties: ['subscriptionId', 'at'] }],
});

/** A change of a subscription's status. */
export class SubscriptionHistoryEntity extends SubscriptionHistorySchema.class {}
SubscriptionHistorySchema.setClass(SubscriptionHistoryEntity);
