import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { ProviderInvoice } from '../domain/payment-provider.js';

@Injectable()
export class InvoicesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Inserts or updates the copy of a subscription's invoice. */
  async put(invoice: ProviderInvoice & { subscriptionId: string }): Promise<void> {
    await this.database.query({
      text: `insert into invoices (provider_invoice_id, provider_subscription_id, number, status, amount_paid_cents, currency,
                                   page_url, issued_at, seen_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             on conflict (provider_invoice_id) do update
             set number = $3, status = $4, amount_paid_cents = $5, page_url = $7, seen_at = $9`,
      values: [
        invoice.id,
        invoice.subscriptionId,
        invoice.number,
        invoice.status,
        invoice.amountPaidCents,
        invoice.currency,
        invoice.pageUrl,
        invoice.issuedAt,
        this.clock.now(),
      ],
    });
  }
}
