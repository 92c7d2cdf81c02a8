import type { EntityClass } from '@mikro-orm/postgresql';
import { CheckoutEntity } from './persistence/checkout.entity.js';

/** Entities of this module. */
export const checkoutEntities: EntityClass<object>[] = [CheckoutEntity];
