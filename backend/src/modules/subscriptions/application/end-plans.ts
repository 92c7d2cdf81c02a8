import { Injectable } from '@nestjs/common';
import type { Delivery } from '../../../platform/outbox/event-handler.js';
import {
  PaymentProvider,
  PaymentProviderRefusedError,
  ProviderCustomers,
  returnedCents,
} from '../../billing/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { PlanEndingsRepository } from '../persistence/plan-endings.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { CloseCheckout } from './close-checkout.js';

type Attempt = Pick<Delivery, 'eventId' | 'attempt'>;

/**
 * Ends at the provider whatever could still charge for a deleted account. Every step looks before it acts, so that it may be cut off
 * anywhere and run again. Customer, invoices and the payment of the present period stay there: they are what the books are made of.
 */
@Injectable()
export class EndPlans {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly customers: ProviderCustomers,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly endings: PlanEndingsRepository,
    private readonly closeCheckout: CloseCheckout,
  ) {}

  /**
   * Gives the cents that went back: renewals that were charged after the account was gone. The delivery's event and attempt are part of the keys. A checkout
   * or subscription that fails keeps none of the others from being ended; the failure is thrown afterwards.
   */
  async end(accountId: string, delivery: Attempt): Promise<number> {
    const ending = await this.endings.find(accountId);
    if (!ending) return 0;
    const errors: unknown[] = [];
    const collect = (error: unknown): void => void errors.push(error);
    for (const checkout of await this.checkouts.findOpenOf(accountId))
      await this.closeCheckout.close(checkout).catch(collect);
    const known = await this.subscriptions.providerIdsOf(accountId);
    const running = await this.runningOf(accountId);
    let refundedCents = 0;
    for (const id of new Set([...known, ...running])) {
      refundedCents += (await this.endOne(id, ending.deletedAt, delivery).catch(collect)) ?? 0;
    }
    // One that may still succeed is worth another try more than one that the provider rejects.
    const first = errors.find((error) => !(error instanceof PaymentProviderRefusedError)) ?? errors[0];
    if (first) throw first;
    return refundedCents;
  }

  private async endOne(
    subscriptionId: string,
    deletedAt: Date,
    { eventId, attempt }: Attempt,
  ): Promise<number> {
    await this.provider.endSubscription(subscriptionId);
    let refundedCents = 0;
    for (const intentId of await this.provider.findRenewalsPaidSince(subscriptionId, deletedAt)) {
      const refunds = await this.provider.refundIntent(intentId, {
        metadata: { event_id: eventId },
        key: `ending:${intentId}:refund:${eventId}:${attempt}`,
      });
      refundedCents += returnedCents(refunds);
    }
    return refundedCents;
  }

  /** What runs for the account's customers at the provider, also where we were cut off before we could note it. */
  private async runningOf(accountId: string): Promise<string[]> {
    const noted = await this.customers.idOf(accountId);
    const emails = await this.checkouts.emailsOf(accountId);
    const found = await Promise.all(emails.map((email) => this.provider.findCustomer({ accountId, email })));
    const customers = new Set([noted, ...found].filter((id) => id !== undefined));
    const running = await Promise.all([...customers].map((id) => this.provider.findRunningSubscriptions(id)));
    return running.flat();
  }
}
