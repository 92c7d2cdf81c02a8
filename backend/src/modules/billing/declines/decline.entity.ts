import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { CheckoutEntity } from '../../checkout/persistence/checkout.entity.js';

const DeclineSchema = defineEntity({
  name: 'Decline',
  tableName: 'checkout_declines',
  properties: {
    id: p.uuid().primary(),
    /** The checkout of a declined charge. */
    checkoutId: () =>
      p.manyToOne(CheckoutEntity).mapToPk().joinColumn('checkout_id').deleteRule('cascade').nullable(),
    /** The provider's id of a declined card setup. */
    setupIntentId: p.text().nullable(),
    /** Keyed hash of the address that prepared the checkout or started the setup. */
    ipHash: p.text(),
    declinedAt: timestamp().index('checkout_declines_declined'),
  },
  indexes: [
    { name: 'checkout_declines_ip', properties: ['ipHash', 'declinedAt'] },
    {
      name: 'checkout_declines_setup',
      where: 'setup_intent_id IS NOT NULL',
      properties: ['setupIntentId'],
    },
  ],
});

/** A charge or card setup that was declined in the last hours. */
export class DeclineEntity extends DeclineSchema.class {}
DeclineSchema.setClass(DeclineEntity);
