import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { InvoicesRepository } from '../../billing/index.js';
import { invoiceCorrected } from '../../documents/index.js';
import { BillingNotifier } from '../core/billing-notifier.js';

interface Payload {
  providerInvoiceId: string;
  userId: string;
  version: number;
}

/** Emails the customer when an invoice was corrected. */
@Injectable()
export class SendInvoiceCorrectedEmail extends EventHandler<Payload> {
  override readonly id = 'send-invoice-corrected-email';
  override readonly event = invoiceCorrected;

  constructor(
    private readonly notifier: BillingNotifier,
    private readonly invoices: InvoicesRepository,
  ) {
    super();
  }

  override async handle({ providerInvoiceId, userId, version }: Payload): Promise<void> {
    const invoice = await this.invoices.find(providerInvoiceId);
    if (!invoice?.number) return;
    const invoiceNumber = invoice.number;
    await this.notifier.send(
      userId,
      'invoice-corrected',
      ({ fullName: name }) => ({ name, invoiceNumber }),
      `invoice-corrected:${providerInvoiceId}:${version}`,
    );
  }
}
