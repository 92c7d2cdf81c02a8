import { Injectable } from '@nestjs/common';
import { CustomersPort } from '../customers/customers.port.js';
import { InvoicesPort } from '../invoices/invoices.port.js';
import { RefundsPort } from '../payments/refunds.port.js';
import { returnedCents } from '../payments/returned-cents.js';
import { SubscriptionsPort } from './subscriptions.port.js';
import { ProviderCustomers } from '../customers/provider-customers.repository.js';

/** Subscriptions at the provider that can still charge a user, recorded here or not. */
@Injectable()
export class RunningSubscriptions {
  constructor(
    private readonly customerIds: ProviderCustomers,
    private readonly customers: CustomersPort,
    private readonly subscriptions: SubscriptionsPort,
    private readonly invoices: InvoicesPort,
    private readonly refunds: RefundsPort,
  ) {}

  /** Ids of the subscriptions of all customers of the user. */
  async find(userId: string): Promise<string[]> {
    const customerIds = new Set([
      ...(await this.customerIds.findIdsByUser(userId)),
      ...(await this.customers.findAllByUser(userId)),
    ]);
    const running = await Promise.all([...customerIds].map((id) => this.subscriptions.findUncanceled(id)));
    return running.flat();
  }

  /**
   * Cancels a subscription, voids its open invoices, and refunds renewals and upgrades paid since then, or all of them. What they took
   * from the customer's balance is returned; without a time, what the first invoice took, too. Returns what was refunded. The reason is
   * stored with the cancellation, the event that requests it with each refund; event and attempt are part of the idempotency keys.
   */
  async end(
    subscriptionId: string,
    since: Date | undefined,
    { eventId, attempt, reason }: { eventId: string; attempt: number; reason?: string },
  ): Promise<{ refundedCents: number; paymentIntentIds: string[] }> {
    await this.subscriptions.cancel(subscriptionId, reason);
    await this.invoices.voidOpen(subscriptionId);
    let refundedCents = 0;
    const paymentIntentIds = await this.invoices.findLaterIntentIds(subscriptionId, since);
    for (const intentId of paymentIntentIds) {
      const refunds = await this.refunds.refund(intentId, {
        metadata: { event_id: eventId },
        key: `ending:${intentId}:refund:${eventId}:${attempt}`,
      });
      refundedCents += returnedCents(refunds);
    }
    await this.invoices.returnBalances(subscriptionId, since);
    return { refundedCents, paymentIntentIds };
  }
}
