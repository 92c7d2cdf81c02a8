import { Injectable } from '@nestjs/common';
import type { Delivery } from '../../../platform/outbox/event-handler.js';
import { PaymentProviderRejectedError, RunningSubscriptions } from '../../billing/index.js';
import { SubscriptionCancellations, Subscriptions } from '../../subscriptions/index.js';
import { CloseCheckout } from '../close-checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

type Attempt = Pick<Delivery, 'eventId' | 'attempt'>;

/**
 * Cancels everything at the provider that could still charge a deleted user. Every step checks before it acts, so it can be interrupted
 * anywhere and run again. The customer, its invoices and the payment of the current period stay there for accounting.
 */
@Injectable()
export class StopChargingUser {
  constructor(
    private readonly runningSubscriptions: RunningSubscriptions,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
    private readonly cancellations: SubscriptionCancellations,
    private readonly closeCheckout: CloseCheckout,
  ) {}

  /**
   * Returns the refunded cents: renewals that were charged after the deletion. The delivery's event and attempt are part of the
   * idempotency keys. A failing checkout or subscription does not stop the others; its error is thrown at the end.
   */
  async stop(userId: string, delivery: Attempt): Promise<number> {
    const cancellation = await this.cancellations.find(userId);
    if (!cancellation) return 0;
    const errors: unknown[] = [];
    const collect = (error: unknown): void => void errors.push(error);
    for (const checkout of await this.checkouts.findOpenByUser(userId))
      await this.closeCheckout.close(checkout).catch(collect);
    const known = await this.subscriptions.findProviderIdsByUser(userId);
    // Includes those whose setup was interrupted before it was recorded.
    const running = await this.runningSubscriptions.find(userId);
    let refundedCents = 0;
    for (const id of new Set([...known, ...running])) {
      const ended = this.runningSubscriptions.end(id, cancellation.deletedAt, delivery);
      refundedCents += (await ended.catch(collect))?.refundedCents ?? 0;
    }
    // Prefer an error whose retry may succeed over a rejection by the provider.
    const first = errors.find((error) => !(error instanceof PaymentProviderRejectedError)) ?? errors[0];
    if (first) throw first;
    return refundedCents;
  }
}
