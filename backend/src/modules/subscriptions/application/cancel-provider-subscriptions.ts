import { Injectable } from '@nestjs/common';
import { PaymentProvider, PaymentProviderRejectedError, ProviderCustomers } from '../../billing/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionCancellationsRepository } from '../persistence/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { CloseCheckout } from './close-checkout.js';

/**
 * Ends at the provider whatever could still charge for a deleted account. Every step looks before it acts, so that it may be cut off
 * anywhere and run again. Customer, invoices and the payment of the present period stay there: they are what the books are made of.
 */
@Injectable()
export class CancelProviderSubscriptions {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly customers: ProviderCustomers,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly closeCheckout: CloseCheckout,
  ) {}

  /**
   * Gives the cents that went back: renewals that were charged after the account was gone. `attempt` is part of the keys. A checkout
   * or subscription that fails keeps none of the others from being ended; the failure is thrown afterwards.
   */
  async cancel(userId: string, attempt: number): Promise<number> {
    const cancellation = await this.cancellations.find(userId);
    if (!cancellation) return 0;
    const errors: unknown[] = [];
    const collect = (error: unknown): void => void errors.push(error);
    for (const checkout of await this.checkouts.findOpenOf(userId))
      await this.closeCheckout.close(checkout).catch(collect);
    const known = await this.subscriptions.providerIdsOf(userId);
    const running = await this.findRunning(userId);
    let refundedCents = 0;
    for (const id of new Set([...known, ...running])) {
      refundedCents += (await this.endOne(id, cancellation.deletedAt, attempt).catch(collect)) ?? 0;
    }
    // One that may still succeed is worth another try more than one that the provider rejects.
    const first = errors.find((error) => !(error instanceof PaymentProviderRejectedError)) ?? errors[0];
    if (first) throw first;
    return refundedCents;
  }

  private async endOne(subscriptionId: string, deletedAt: Date, attempt: number): Promise<number> {
    await this.provider.cancelSubscription(subscriptionId);
    let refundedCents = 0;
    for (const intentId of await this.provider.findRenewalsPaidSince(subscriptionId, deletedAt)) {
      refundedCents += await this.provider.refundIntent(intentId, `ending:${intentId}:refund:${attempt}`);
    }
    return refundedCents;
  }

  /** What runs for the account's customers at the provider, also where we were cut off before we could note it. */
  private async findRunning(userId: string): Promise<string[]> {
    const noted = await this.customers.idOf(userId);
    const emails = await this.checkouts.emailsOf(userId);
    const found = await Promise.all(emails.map((email) => this.provider.findCustomer({ userId, email })));
    const customers = new Set([noted, ...found].filter((id) => id !== undefined));
    const running = await Promise.all(
      [...customers].map((id) => this.provider.findUncanceledSubscriptions(id)),
    );
    return running.flat();
  }
}
