import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../platform/database/columns.js';
import type { DocumentContent, DocumentKind } from './domain/document-types.js';

const InvoiceDocumentSchema = defineEntity({
  name: 'InvoiceDocument',
  tableName: 'invoice_documents',
  properties: {
    id: p.uuid().primary(),
    providerInvoiceId: p.text(),
    kind: p.text().$type<DocumentKind>(),
    /** Counts from 1. Refunds and corrected billing details create a new one. */
    version: p.integer(),
    /** The number of the invoice or receipt, shared by all versions. */
    number: p.text(),
    userId: p.uuid(),
    /** Everything the document shows, as of the time it was issued. */
    content: p.json<DocumentContent>(),
    /** Checksum of the PDF; null until it is stored. */
    sha256: p.text().nullable(),
    issuedAt: timestamp(),
  },
  uniques: [{ properties: ['providerInvoiceId', 'kind', 'version'] }],
  indexes: [
    { name: 'invoice_documents_user', properties: ['userId', 'issuedAt'] },
    { name: 'invoice_documents_number', properties: ['number'] },
  ],
  checks: [
    { name: 'invoice_documents_kind_check', expression: `kind in ('invoice', 'receipt')` },
    { name: 'invoice_documents_version_check', expression: 'version > 0' },
  ],
});

/** A version of an invoice or receipt. Never changes, and outlives the user, for accounting. */
export class InvoiceDocumentEntity extends InvoiceDocumentSchema.class {}
InvoiceDocumentSchema.setClass(InvoiceDocumentEntity);
