import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { providerInvoiceChanged } from '../events.js';
import { InvoicesPort, type ProviderInvoice } from './invoices.port.js';
import { StoreInvoice } from './store-invoice.js';

/** Updates the local copy of an invoice from the provider. */
@Injectable()
export class SyncInvoice extends EffectHandler<{ providerInvoiceId: string }, ProviderInvoice | undefined> {
  override readonly id = 'sync-invoice';
  override readonly event = providerInvoiceChanged;

  constructor(
    private readonly providerInvoices: InvoicesPort,
    private readonly storeInvoice: StoreInvoice,
  ) {
    super();
  }

  override perform({
    providerInvoiceId,
  }: {
    providerInvoiceId: string;
  }): Promise<ProviderInvoice | undefined> {
    return this.providerInvoices.find(providerInvoiceId);
  }

  override async record(invoice: ProviderInvoice | undefined): Promise<void> {
    if (invoice) await this.storeInvoice.store(invoice);
  }
}
