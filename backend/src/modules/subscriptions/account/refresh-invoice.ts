import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { InvoicesPort, StoreInvoice, type Invoice } from '../../billing/index.js';
import { RefreshSubscription } from '../refresh-subscription.js';

/** Reads an invoice and its subscription from the provider and stores their state at once, within a request. */
@Injectable()
export class RefreshInvoice {
  constructor(
    private readonly providerInvoices: InvoicesPort,
    private readonly storeInvoice: StoreInvoice,
    private readonly refreshSubscription: RefreshSubscription,
    private readonly database: Database,
  ) {}

  async refresh({ providerInvoiceId, providerSubscriptionId }: Invoice): Promise<void> {
    const invoice = await this.providerInvoices.find(providerInvoiceId);
    if (invoice) await this.database.transaction(() => this.storeInvoice.store(invoice));
    await this.refreshSubscription.refresh(providerSubscriptionId);
  }
}
