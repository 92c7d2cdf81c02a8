import { eventType } from '../../platform/outbox/event-type.js';

/** A customer's invoice was reissued with corrected billing details. */
export const invoiceCorrected = eventType<{ providerInvoiceId: string; userId: string; version: number }>(
  'invoice.corrected',
  'events',
);
