import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const PaymentMethodSchema = defineEntity({
  name: 'PaymentMethod',
  tableName: 'payment_methods',
  properties: {
    providerPaymentMethodId: p.text().primary(),
    userId: p.uuid(),
    brand: p.text(),
    last4: p.text(),
    expMonth: p.integer(),
    expYear: p.integer(),
    /** Keyed hash. */
    fingerprintHash: p.text().strictNullable(),
    /** The one that renews the plan. */
    isDefault: p.boolean().default(false),
    /** While it is being removed at the provider. */
    removingUntil: timestamp().nullable(),
    addedAt: timestamp(),
  },
  indexes: [
    {
      name: 'payment_methods_user',
      properties: ['userId', 'addedAt'],
      columns: [{ name: 'userId' }, { name: 'addedAt', sort: 'DESC' }],
    },
  ],
});

/** A copy of a customer's card at the provider. */
export class PaymentMethodEntity extends PaymentMethodSchema.class {}
PaymentMethodSchema.setClass(PaymentMethodEntity);
