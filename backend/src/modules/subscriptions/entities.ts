import type { EntityClass } from '@mikro-orm/postgresql';
import { SubscriptionCancellationEntity } from './subscription-cancellation.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

/** Entities of this module. */
export const subscriptionsEntities: EntityClass<object>[] = [
  SubscriptionCancellationEntity,
  SubscriptionEntity,
];
