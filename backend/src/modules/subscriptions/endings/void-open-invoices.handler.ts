import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EffectHandler, RetryLater } from '../../../platform/outbox/event-handler.js';
import { InvoicesPort, StoreInvoice, type ProviderInvoice } from '../../billing/index.js';
import { subscriptionStatusChanged, type SubscriptionStatusChangedPayload } from '../events.js';
import { isStopped } from '../subscription.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

const CHECK_PAYMENT_SECONDS = 300;

/** Voids the open invoices of a plan that has ended or was paused: paying them would buy nothing. */
@Injectable()
export class VoidOpenInvoices extends EffectHandler<SubscriptionStatusChangedPayload, ProviderInvoice[]> {
  override readonly id = 'void-open-invoices';
  override readonly event = subscriptionStatusChanged;

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly providerInvoices: InvoicesPort,
    private readonly storeInvoice: StoreInvoice,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ subscriptionId }: SubscriptionStatusChangedPayload): Promise<ProviderInvoice[]> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    const id = subscription?.providerSubscriptionId;
    if (!id || !isStopped(subscription.status)) return [];
    const invoices = await this.providerInvoices.voidOpen(id);
    if (invoices.some(({ status }) => status === 'open'))
      throw new RetryLater(this.clock.in(CHECK_PAYMENT_SECONDS), 'A payment is being processed.');
    return invoices;
  }

  override async record(invoices: ProviderInvoice[]): Promise<void> {
    for (const invoice of invoices) await this.storeInvoice.store(invoice);
  }
}
