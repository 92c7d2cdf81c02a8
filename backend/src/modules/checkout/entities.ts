import type { EntityClass } from '@mikro-orm/postgresql';
import { CheckoutDeclineEntity } from './declines/checkout-decline.entity.js';
import { CheckoutEntity } from './persistence/checkout.entity.js';

/** Entities of this module. */
export const checkoutEntities: EntityClass<object>[] = [CheckoutDeclineEntity, CheckoutEntity];
