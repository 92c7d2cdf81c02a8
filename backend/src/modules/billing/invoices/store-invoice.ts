import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { invoicePaid, invoicePaymentFailed } from '../events.js';
import { InvoiceRetention } from './invoice-retention.js';
import type { InvoiceEntity } from './invoice.entity.js';
import type { ProviderInvoice } from './invoices.port.js';
import { InvoicesRepository } from './invoices.repository.js';

/** What was stored of an invoice. */
export type EarlierCopy = Pick<InvoiceEntity, 'status' | 'attempts' | 'disputeStatus'>;

/** Updates our copy of an invoice to the provider's current state, and emits an event for each payment and failed renewal. */
@Injectable()
export class StoreInvoice {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly retention: InvoiceRetention,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Requires a transaction. Ignores invoices without a subscription, and those whose retention period has ended, so that a late event
   * doesn't bring a deleted invoice back. Returns the copy as it was before.
   */
  async store(invoice: ProviderInvoice): Promise<EarlierCopy | null> {
    const { id: providerInvoiceId, subscriptionId: providerSubscriptionId } = invoice;
    if (!providerSubscriptionId || invoice.issuedAt < this.retention.start()) return null;
    await this.invoices.lockId(providerInvoiceId);
    const before = await this.findBefore(providerInvoiceId);
    // A paid or voided invoice is never open again: this snapshot was overtaken by a newer one.
    if (before && isFinal(before.status) && !isFinal(invoice.status)) return before;
    await this.invoices.put({ ...invoice, subscriptionId: providerSubscriptionId });
    if (invoice.status === 'paid' && before?.status !== 'paid') {
      const recovered = before?.status === 'open' && before.attempts > 0;
      await this.outbox.emit(invoicePaid, { providerInvoiceId, providerSubscriptionId, recovered });
    }
    const isRenewal = invoice.billingReason === 'subscription_cycle';
    if (isRenewal && invoice.status === 'open' && invoice.attempts > (before?.attempts ?? 0)) {
      const { attempts: attempt } = invoice;
      await this.outbox.emit(invoicePaymentFailed, { providerInvoiceId, providerSubscriptionId, attempt });
    }
    return before;
  }

  /** A copy, because the entity changes with the update. */
  private async findBefore(providerInvoiceId: string): Promise<EarlierCopy | null> {
    const known = await this.invoices.find(providerInvoiceId);
    return (
      known && { status: known.status, attempts: known.attempts, disputeStatus: known.disputeStatus ?? null }
    );
  }
}

const isFinal = (status: string): boolean => status === 'paid' || status === 'void';
