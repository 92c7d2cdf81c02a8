import type { EntityClass } from '@mikro-orm/postgresql';
import { SubscriptionCancellationEntity } from './persistence/subscription-cancellation.entity.js';
import { SubscriptionEntity } from './persistence/subscription.entity.js';

/** Entities of this module. */
export const subscriptionsEntities: EntityClass<object>[] = [
  SubscriptionCancellationEntity,
  SubscriptionEntity,
];
