import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const BillingDetailsSchema = defineEntity({
  name: 'BillingDetails',
  tableName: 'billing_details',
  properties: {
    userId: p.uuid().primary(),
    /** The person's name. */
    name: p.text(),
    company: p.text().strictNullable(),
    line1: p.text(),
    line2: p.text().strictNullable(),
    city: p.text(),
    state: p.text().strictNullable(),
    postalCode: p.text().strictNullable(),
    /** ISO 3166-1 alpha-2. */
    country: p.text(),
    /** A valid VAT ID if the address is in the European Union. */
    taxId: p.text().strictNullable(),
    /** Receives a copy of each receipt. Not confirmed. */
    invoiceEmail: p.text().strictNullable(),
    updatedAt: timestamp(),
  },
});

/** The details a customer wants on their invoices. */
export class BillingDetailsEntity extends BillingDetailsSchema.class {}
BillingDetailsSchema.setClass(BillingDetailsEntity);
