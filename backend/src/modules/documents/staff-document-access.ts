import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit/audit.js';
import { Database } from '../../platform/database/database.js';
import { Users } from '../auth/index.js';
import { InvoicesRepository } from '../billing/index.js';
import { Subscriptions } from '../subscriptions/index.js';
import { CustomerDocumentAccess } from './customer-document-access.js';
import { documentNotFound } from './document-errors.js';
import type { DocumentKind } from './domain/document-types.js';
import { InvoiceDocumentsRepository } from './invoice-documents.repository.js';
import type { PdfFile } from './read-document.js';

/** Lets staff open the documents of any customer, including deleted ones, for as long as they are kept. */
@Injectable()
export class StaffDocumentAccess {
  constructor(
    private readonly customerAccess: CustomerDocumentAccess,
    private readonly documents: InvoiceDocumentsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** Recorded in the audit log. Throws `not_found`. */
  async read(actorId: string, invoiceId: string, kind: DocumentKind, version?: number): Promise<PdfFile> {
    const userId = await this.findOwner(invoiceId);
    // Deleted accounts have no billing details, so no further documents can be issued for them.
    const exists =
      userId && ((await this.documents.find(invoiceId, kind)) ?? (await this.users.findById(userId)));
    if (!exists) throw documentNotFound(kind);
    const file = await this.customerAccess.open(userId, invoiceId, kind, version);
    await this.database.transaction(() =>
      this.audit.record({
        actorId,
        action: 'invoice_document.viewed',
        subject: { type: 'user', id: userId },
        details: { invoiceId, kind, ...(version !== undefined && { version }) },
      }),
    );
    return file;
  }

  /** IDs of the users, deleted or not, with an invoice or receipt of this number. */
  findOwners(number: string): Promise<string[]> {
    return this.documents.findOwners(number);
  }

  /** ID of the user, deleted or not, with this invoice of the payment provider. */
  async findOwner(invoiceId: string): Promise<string | undefined> {
    const invoice = await this.invoices.find(invoiceId);
    const subscription =
      invoice && (await this.subscriptions.findByProviderId(invoice.providerSubscriptionId));
    return subscription?.userId;
  }
}
