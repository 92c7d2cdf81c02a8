import type { EntityClass } from '@mikro-orm/postgresql';
import { CheckoutDeclineEntity } from './persistence/checkout-decline.entity.js';
import { CheckoutEntity } from './persistence/checkout.entity.js';
import { SubscriptionCancellationEntity } from './persistence/subscription-cancellation.entity.js';
import { SubscriptionEntity } from './persistence/subscription.entity.js';

/** Entities of this module. */
export const subscriptionsEntities: EntityClass<object>[] = [
  CheckoutDeclineEntity,
  CheckoutEntity,
  SubscriptionCancellationEntity,
  SubscriptionEntity,
];
