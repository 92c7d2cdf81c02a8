import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  properties: {
    providerInvoiceId: p.text().primary(),
    providerSubscriptionId: p.text(),
    /** Null while the invoice is a draft. */
    number: p.text().nullable(),
    status: p.text(),
    amountPaidCents: p.integer(),
    currency: p.text(),
    /** The provider's page where the invoice can be paid or downloaded. */
    pageUrl: p.text().nullable(),
    issuedAt: timestamp(),
    /** When it was last read from the provider. */
    seenAt: timestamp(),
  },
  indexes: [
    {
      name: 'invoices_subscription',
      properties: ['providerSubscriptionId', 'issuedAt'],
      columns: [{ name: 'providerSubscriptionId' }, { name: 'issuedAt', sort: 'DESC' }],
    },
  ],
});

/** A copy of a subscription's invoice at the provider. */
export class InvoiceEntity extends InvoiceSchema.class {}
InvoiceSchema.setClass(InvoiceEntity);
