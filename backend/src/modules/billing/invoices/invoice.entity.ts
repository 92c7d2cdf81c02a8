import type { CreditNote, InvoiceLine } from '@subscription-site/shared/contracts';
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
    amountDueCents: p.integer().default(0),
    amountRemainingCents: p.integer().default(0),
    lines: p.json<InvoiceLine[]>().default('[]'),
    /** After discounts and taxes, before credit from the customer's balance. Null if stored before this was known. */
    totalCents: p.integer().nullable(),
    /** Included in the total. */
    taxCents: p.integer().default(0),
    /** Refunds that have reached the bank. */
    refundedCents: p.integer().default(0),
    /** Oldest first. */
    creditNotes: p.json<CreditNote[]>().default('[]'),
    /** The latest dispute of its payment, as the provider names its states. */
    disputeStatus: p.text().nullable(),
    currency: p.text(),
    issuedAt: timestamp(),
    /** Why the provider created it, such as `subscription_create` or `subscription_cycle`. */
    billingReason: p.text().nullable(),
    /** The period it pays for. */
    periodStart: timestamp().nullable(),
    periodEnd: timestamp().nullable(),
    /** The payment intent of the invoice, paid or not. */
    paymentIntentId: p.text().nullable(),
    /** Attempts to collect it. */
    attempts: p.integer().default(0),
    /** Attempts of the customer to pay it. */
    customerAttempts: p.integer().default(0),
    nextAttemptAt: timestamp().nullable(),
    /** Why the last attempt failed, as the provider names it. */
    failureCode: p.text().nullable(),
    paidAt: timestamp().nullable(),
    /** When it was last read from the provider. */
    seenAt: timestamp(),
  },
  indexes: [
    {
      name: 'invoices_payment_intent',
      where: 'payment_intent_id IS NOT NULL',
      properties: ['paymentIntentId'],
    },
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
