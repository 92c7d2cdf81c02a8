import type { InvoiceCorrection } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { CustomerBillingDetails } from '../billing/index.js';
import { toBuyer, isSameBuyer } from './document-content.js';
import { NothingToCorrectError } from './document-errors.js';
import { invoiceCorrected } from './events.js';
import { InvoiceDocumentsRepository } from './invoice-documents.repository.js';
import { IssueDocument } from './issue-document.js';

/** Reissues invoices with the customer's current billing details. */
@Injectable()
export class CorrectInvoice {
  constructor(
    private readonly documents: InvoiceDocumentsRepository,
    private readonly issueDocument: IssueDocument,
    private readonly billingDetails: CustomerBillingDetails,
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  /** The customer's invoices that show outdated billing details, newest first. */
  async findCorrectable(userId: string): Promise<string[]> {
    const details = await this.billingDetails.find(userId);
    if (!details.address) return [];
    const buyer = toBuyer(details);
    const issued = await this.documents.findLatestInvoices(userId);
    return issued
      .filter(({ content }) => !isSameBuyer(content.buyer, buyer))
      .map(({ providerInvoiceId }) => providerInvoiceId);
  }

  /** Also reissues the receipt, if there is one. The caller must have checked the owner of the invoice. Throws `nothing_to_correct`. */
  correct(userId: string, invoiceId: string): Promise<InvoiceCorrection> {
    return this.database.transaction(async () => {
      const before = await this.documents.find(invoiceId, 'invoice');
      const request = { userId, invoiceId, corrected: true };
      const { version } = await this.issueDocument.issueNow({ ...request, kind: 'invoice' });
      if (!before || before.version === version) throw new NothingToCorrectError();
      if (await this.documents.find(invoiceId, 'receipt'))
        await this.issueDocument.issueNow({ ...request, kind: 'receipt' });
      await this.outbox.emit(invoiceCorrected, { providerInvoiceId: invoiceId, userId, version });
      return { invoiceId, version };
    });
  }
}
