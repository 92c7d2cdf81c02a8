import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { ProviderInvoice } from './invoices.port.js';
import { InvoiceEntity } from './invoice.entity.js';

@Injectable()
export class InvoicesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Inserts or updates the copy of a subscription's invoice. */
  async put({
    id: providerInvoiceId,
    subscriptionId: providerSubscriptionId,
    ...invoice
  }: ProviderInvoice & { subscriptionId: string }): Promise<void> {
    await this.database.em.upsert(
      InvoiceEntity,
      { providerInvoiceId, providerSubscriptionId, ...invoice, seenAt: this.clock.now() },
      { onConflictExcludeFields: ['providerSubscriptionId', 'currency', 'issuedAt'] },
    );
  }
}
