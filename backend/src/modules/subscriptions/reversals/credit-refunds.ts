import { Injectable } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import {
  InvoicesPort,
  PaymentProviderRejectedError,
  type ProviderInvoice,
  type ProviderRefund,
} from '../../billing/index.js';

/** Documents the refunds of an invoice with credit notes. */
@Injectable()
export class CreditRefunds {
  constructor(
    private readonly providerInvoices: InvoicesPort,
    private readonly logger: Logger,
  ) {}

  /** Returns the invoice with its credit notes. A refund without a credit note, because the provider rejects it, is still a refund. */
  async credit(
    invoice: ProviderInvoice,
    refunds: readonly ProviderRefund[],
  ): Promise<ProviderInvoice | undefined> {
    const returned = refunds.filter(({ status }) => status === 'succeeded');
    if (returned.length === 0) return invoice;
    for (const refund of returned.toReversed()) await this.creditOne(invoice.id, refund);
    return this.providerInvoices.find(invoice.id);
  }

  private async creditOne(invoiceId: string, refund: ProviderRefund): Promise<void> {
    try {
      await this.providerInvoices.creditRefund(invoiceId, refund);
    } catch (error) {
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
      this.logger.error('credit note rejected', { invoiceId, refundId: refund.id, error });
    }
  }
}
