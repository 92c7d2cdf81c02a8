import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { CheckoutEntity } from '../persistence/checkout.entity.js';

const CheckoutDeclineSchema = defineEntity({
  name: 'CheckoutDecline',
  tableName: 'checkout_declines',
  properties: {
    id: p.uuid().primary(),
    checkoutId: () => p.manyToOne(CheckoutEntity).mapToPk().joinColumn('checkout_id').deleteRule('cascade'),
    /** Keyed hash of the address that prepared the checkout. */
    ipHash: p.text(),
    declinedAt: timestamp().index('checkout_declines_declined'),
  },
  indexes: [{ name: 'checkout_declines_ip', properties: ['ipHash', 'declinedAt'] }],
});

/** A declined charge of the last hours. */
export class CheckoutDeclineEntity extends CheckoutDeclineSchema.class {}
CheckoutDeclineSchema.setClass(CheckoutDeclineEntity);
