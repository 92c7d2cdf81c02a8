import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ProviderCustomerSchema = defineEntity({
  name: 'ProviderCustomer',
  tableName: 'provider_customers',
  properties: {
    providerCustomerId: p.text().primary(),
    userId: p.uuid(),
    /** New cards are added to this one. */
    isCurrent: p.boolean(),
    createdAt: timestamp(),
  },
  indexes: [{ name: 'provider_customers_user', properties: ['userId'] }],
  uniques: [{ name: 'provider_customers_current', where: 'is_current', properties: ['userId'] }],
});

/** A customer of a user at the provider; at most one per user is current. Outlives the user, for accounting. */
export class ProviderCustomerEntity extends ProviderCustomerSchema.class {}
ProviderCustomerSchema.setClass(ProviderCustomerEntity);
