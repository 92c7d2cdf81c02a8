import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  properties: {
    providerInvoiceId: p.text().primary(),
    providerSubscriptionId: p.text(),
    number: p.text().nullable(),
    status: p.text(),
    amountPaidCents: p.integer(),
    currency: p.text(),
    pageUrl: p.text().nullable(),
    issuedAt: timestamp(),
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

export class InvoiceEntity extends InvoiceSchema.class {}
InvoiceSchema.setClass(InvoiceEntity);
