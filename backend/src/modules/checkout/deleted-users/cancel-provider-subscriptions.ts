import { Injectable } from '@nestjs/common';
import type { Delivery } from '../../../platform/outbox/event-handler.js';
import {
  PaymentProvider,
  PaymentProviderRejectedError,
  ProviderCustomers,
  returnedCents,
} from '../../billing/index.js';
import { SubscriptionCancellations, Subscriptions } from '../../subscriptions/index.js';
import { CloseCheckout } from '../close-checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

type Attempt = Pick<Delivery, 'eventId' | 'attempt'>;

/**
 * Cancels everything at the provider that could still charge a deleted user. Every step checks before it acts, so it can be interrupted
 * anywhere and run again. The customer, its invoices and the payment of the current period stay there for accounting.
 */
@Injectable()
export class CancelProviderSubscriptions {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly customers: ProviderCustomers,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
    private readonly cancellations: SubscriptionCancellations,
    private readonly closeCheckout: CloseCheckout,
  ) {}

  /**
   * Returns the refunded cents: renewals that were charged after the deletion. The delivery's event and attempt are part of the
   * idempotency keys. A failing checkout or subscription does not stop the others; its error is thrown at the end.
   */
  async cancel(userId: string, delivery: Attempt): Promise<number> {
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
      refundedCents += (await this.endOne(id, cancellation.deletedAt, delivery).catch(collect)) ?? 0;
    }
    // Prefer an error whose retry may succeed over a rejection by the provider.
    const first = errors.find((error) => !(error instanceof PaymentProviderRejectedError)) ?? errors[0];
    if (first) throw first;
    return refundedCents;
  }

  private async endOne(
    subscriptionId: string,
    deletedAt: Date,
    { eventId, attempt }: Attempt,
  ): Promise<number> {
    await this.provider.cancelSubscription(subscriptionId);
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

  /** Running subscriptions of the user's customers at the provider, including those we were interrupted before recording. */
  private async findRunning(userId: string): Promise<string[]> {
    const recorded = await this.customers.idOf(userId);
    const emails = await this.checkouts.emailsOf(userId);
    const found = await Promise.all(emails.map((email) => this.provider.findCustomer({ userId, email })));
    const customers = new Set([recorded, ...found].filter((id) => id !== undefined));
    const running = await Promise.all(
      [...customers].map((id) => this.provider.findUncanceledSubscriptions(id)),
    );
    return running.flat();
  }
}
