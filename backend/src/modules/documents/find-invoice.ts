import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { InvoicesPort, InvoicesRepository, StoreInvoice, type Invoice } from '../billing/index.js';

/** Finds a stored invoice with its lines. Invoices stored by earlier releases are fetched from the provider once more. */
@Injectable()
export class FindInvoice {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly providerInvoices: InvoicesPort,
    private readonly storeInvoice: StoreInvoice,
    private readonly database: Database,
  ) {}

  async find(invoiceId: string): Promise<Invoice | null> {
    const stored = await this.invoices.find(invoiceId);
    if (!stored || stored.totalCents !== null) return stored;
    const current = await this.providerInvoices.find(invoiceId);
    if (current) await this.database.transaction(() => this.storeInvoice.store(current));
    return this.invoices.find(invoiceId);
  }
}
