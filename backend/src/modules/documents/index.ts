/**
 * Invoices and receipts as PDF. Owns `invoice_documents` and `receipt_number_ranges`.
 *
 * Guarantees that a version of a document never changes, that the receipt numbers of a customer have no gaps, and that documents stay
 * available for as long as the settings say, even if the payment provider or the user no longer exists. No document states a tax that
 * wasn't charged.
 */
export { DocumentsHandlersModule, DocumentsModule } from './documents.module.js';
export { documentsEntities } from './entities.js';
export { documentsTables } from './personal-data.js';
export { invoiceCorrected } from './events.js';
export { InvoiceParams, PDF, sendPdf, VersionQuery } from './pdf-documents.js';
export { StaffDocumentAccess } from './staff-document-access.js';
