import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { InternalFilesModule } from '../storage/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { CorrectInvoice } from './correct-invoice.js';
import { CustomerDocumentAccess } from './customer-document-access.js';
import { FindInvoice } from './find-invoice.js';
import { DocumentsPersonalData } from './personal-data.js';
import { InvoiceDocumentsController } from './invoice-documents.controller.js';
import { InvoiceDocumentsRepository } from './invoice-documents.repository.js';
import { IssueDocument } from './issue-document.js';
import { IssueDocuments } from './issue-documents.handler.js';
import { PurgeExpiredInvoices } from './purge-expired-invoices.task.js';
import { ReadDocument } from './read-document.js';
import { StaffDocumentAccess } from './staff-document-access.js';

@Module({
  imports: [AuthModule, BillingModule, SubscriptionsModule, InternalFilesModule],
  controllers: [InvoiceDocumentsController],
  providers: [
    CorrectInvoice,
    CustomerDocumentAccess,
    FindInvoice,
    InvoiceDocumentsRepository,
    IssueDocument,
    ReadDocument,
    StaffDocumentAccess,
  ],
  exports: [
    BillingModule,
    InternalFilesModule,
    InvoiceDocumentsRepository,
    IssueDocument,
    ReadDocument,
    StaffDocumentAccess,
    SubscriptionsModule,
  ],
})
export class DocumentsModule {}

/** Loaded by the worker only. */
@Module({
  imports: [DocumentsModule],
  providers: [DocumentsPersonalData, IssueDocuments, PurgeExpiredInvoices],
})
export class DocumentsHandlersModule {}
