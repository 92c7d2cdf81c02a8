import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ProviderCustomerSchema = defineEntity({
  name: 'ProviderCustomer',
  tableName: 'provider_customers',
  properties: {
    userId: p.uuid().primary(),
    providerCustomerId: p.text().unique(),
    createdAt: timestamp(),
  },
});

/** The customer of a user at the provider. Outlives the user, for accounting. */
export class ProviderCustomerEntity extends ProviderCustomerSchema.class {}
ProviderCustomerSchema.setClass(ProviderCustomerEntity);
