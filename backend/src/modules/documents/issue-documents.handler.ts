import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../platform/outbox/event-handler.js';
import { invoicePaid, InvoicesRepository } from '../billing/index.js';
import { Subscriptions } from '../subscriptions/index.js';
import { toDocumentFacts } from './document-content.js';
import { IssueDocument } from './issue-document.js';

interface Payload {
  providerInvoiceId: string;
  providerSubscriptionId: string;
}

/** Issues the invoice and the receipt of a payment, with the billing details at that time. */
@Injectable()
export class IssueDocuments extends EventHandler<Payload> {
  override readonly id = 'issue-documents';
  override readonly event = invoicePaid;

  constructor(
    private readonly issueDocument: IssueDocument,
    private readonly invoices: InvoicesRepository,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ providerInvoiceId: invoiceId, providerSubscriptionId }: Payload): Promise<void> {
    const subscription = await this.subscriptions.findByProviderId(providerSubscriptionId);
    const invoice = await this.invoices.find(invoiceId);
    if (!subscription || !invoice) return;
    const { userId } = subscription;
    for (const kind of ['invoice', 'receipt'] as const)
      if (toDocumentFacts(invoice, kind)) await this.issueDocument.issueNow({ userId, invoiceId, kind });
  }
}
