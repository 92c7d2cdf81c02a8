import { Injectable } from '@nestjs/common';
import { InvoicesRepository } from '../billing/index.js';
import { Subscriptions } from '../subscriptions/index.js';
import { CorrectInvoice } from './correct-invoice.js';
import type { DocumentKind } from './domain/document-types.js';
import { documentNotFound } from './document-errors.js';
import { InvoiceDocumentsRepository } from './invoice-documents.repository.js';
import { IssueDocument } from './issue-document.js';
import { ReadDocument, type PdfFile } from './read-document.js';
import type { InvoiceCorrection } from '@subscription-site/shared/contracts';

/** The documents of a customer's own invoices. */
@Injectable()
export class CustomerDocumentAccess {
  constructor(
    private readonly documents: InvoiceDocumentsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly subscriptions: Subscriptions,
    private readonly issueDocument: IssueDocument,
    private readonly readDocument: ReadDocument,
    private readonly correctInvoice: CorrectInvoice,
  ) {}

  /** The current version, or an earlier one. Throws `not_found`, also for the invoices of other customers. */
  async read(userId: string, invoiceId: string, kind: DocumentKind, version?: number): Promise<PdfFile> {
    await this.assertOwned(userId, invoiceId, kind);
    return this.open(userId, invoiceId, kind, version);
  }

  /** Like {@link read}, for an invoice that is known to be the user's. */
  async open(userId: string, invoiceId: string, kind: DocumentKind, version?: number): Promise<PdfFile> {
    const document =
      version === undefined
        ? await this.issueDocument.issue({ userId, invoiceId, kind })
        : await this.documents.find(invoiceId, kind, version);
    if (!document) throw documentNotFound(kind);
    return this.readDocument.read(document);
  }

  /** Throws `not_found` and `nothing_to_correct`. */
  async correct(userId: string, invoiceId: string): Promise<InvoiceCorrection> {
    await this.assertOwned(userId, invoiceId, 'invoice');
    return this.correctInvoice.correct(userId, invoiceId);
  }

  private async assertOwned(userId: string, invoiceId: string, kind: DocumentKind): Promise<void> {
    const owned = await this.subscriptions.findProviderIdsByUser(userId);
    if (!(await this.invoices.findInSubscriptions(owned, invoiceId))) throw documentNotFound(kind);
  }
}
