import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import {
  InvoicesPort,
  InvoicesRepository,
  SubscriptionsPort,
  type Invoice,
  type ProviderInvoice,
  type ProviderSubscription,
} from '../../billing/index.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { InvoiceNotOpenError, type InvoiceObstacle } from './invoice-not-open-error.js';
import { RefreshInvoice } from './refresh-invoice.js';

export interface PayableInvoice {
  stored: Invoice;
  /** At the provider. */
  current: ProviderInvoice;
  subscription: ProviderSubscription;
}

/** Finds an invoice that a customer owes. */
@Injectable()
export class FindPayableInvoice {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly providerInvoices: InvoicesPort,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly refreshInvoice: RefreshInvoice,
  ) {}

  /** Throws `not_found` and `invoice_not_open`. */
  async find(userId: string, invoiceId: string): Promise<PayableInvoice> {
    const owned = await this.subscriptions.findProviderIdsByUser(userId);
    const stored = await this.invoices.findInSubscriptions(owned, invoiceId);
    if (!stored) throw new DomainError('not_found', 'not_found', 'Invoice not found.');
    const current = await this.providerInvoices.find(invoiceId);
    const subscription = await this.providerSubscriptions.find(stored.providerSubscriptionId);
    const obstacle = findObstacle(current, subscription);
    if (current && subscription && !obstacle) return { stored, current, subscription };
    // The webhook may be late or lost.
    if (stored.status === 'open') await this.refreshInvoice.refresh(stored);
    throw new InvoiceNotOpenError(obstacle ?? 'canceled');
  }
}

function findObstacle(
  invoice: ProviderInvoice | undefined,
  subscription: ProviderSubscription | undefined,
): InvoiceObstacle | undefined {
  // The payment of the first invoice is being applied.
  if (invoice?.status === 'paid' || subscription?.status === 'incomplete') return 'paid';
  if (!subscription || subscription.endedAt || subscription.status === 'paused') return 'plan_ended';
  if (invoice?.status !== 'open') return 'canceled';
  const { hasPendingUpdate, latestInvoice } = subscription;
  return hasPendingUpdate && latestInvoice?.id === invoice.id ? 'plan_change' : undefined;
}
