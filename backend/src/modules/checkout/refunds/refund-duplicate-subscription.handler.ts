import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { EffectHandler, RetryLater, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { rootCauseMessage } from '../../../platform/scheduler/isolated-rows.js';
import { HostedPurchases, NothingToRefundError, RefundsPort, returnedCents } from '../../billing/index.js';
import { FAILURES_BEFORE_ALERT } from '../domain/checkout.js';
import { checkoutRefunded, checkoutRefundDue, checkoutRefundFailed } from '../domain/events.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { getPaidOrDueAmount } from '../persistence/paid.js';

interface Payload {
  checkoutId: string;
  userId: string | null;
}

/** Interval between checks of a pending refund. */
const PENDING_CHECK_SECONDS = 600;

/** Refunds a second plan, or a payment that staff decided to refund, and notifies the buyer once the refund has succeeded. */
@Injectable()
export class RefundDuplicateSubscription extends EffectHandler<Payload, number> {
  override readonly id = 'refund-duplicate-subscription';
  override readonly event = checkoutRefundDue;

  constructor(
    private readonly refunds: RefundsPort,
    private readonly purchases: HostedPurchases,
    private readonly checkouts: CheckoutsRepository,
    private readonly reviews: CheckoutReviewsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ checkoutId }: Payload, delivery: Delivery): Promise<number> {
    try {
      return await this.refund(checkoutId, delivery);
    } catch (error) {
      if (!(error instanceof RetryLater)) await this.countFailure(checkoutId, rootCauseMessage(error));
      throw error;
    }
  }

  override async record(amountCents: number, { checkoutId, userId }: Payload): Promise<void> {
    const checkout = await this.checkouts.lock(checkoutId);
    this.checkouts.finish(checkout, 'refunded');
    const { currency } = getPaidOrDueAmount(checkout);
    await this.outbox.emit(checkoutRefunded, { checkoutId, userId, amountCents, currency });
  }

  private async refund(checkoutId: string, { eventId, attempt }: Delivery): Promise<number> {
    const intentId = await this.resolveIntentId(checkoutId);
    if (intentId === null) return 0;
    const refunds = await this.refunds.refund(intentId, {
      metadata: { checkout_id: checkoutId, event_id: eventId },
      // Another decision of staff requests another refund.
      key: `checkout:${checkoutId}:refund:${eventId}:${attempt}`,
    });
    if (refunds.some(({ status }) => status === 'pending'))
      throw new RetryLater(this.clock.in(PENDING_CHECK_SECONDS), 'The refund is pending.');
    return returnedCents(refunds);
  }

  /** Null if nothing was charged, because the customer had a credit. It was returned. */
  private async resolveIntentId(checkoutId: string): Promise<string | null> {
    const { paymentIntentId, hostedSessionId } = (await this.checkouts.findById(checkoutId))!;
    if (paymentIntentId) return paymentIntentId;
    const intentId = hostedSessionId ? await this.purchases.cancel(hostedSessionId) : undefined;
    if (intentId === undefined) throw new NothingToRefundError(hostedSessionId ?? checkoutId);
    return intentId;
  }

  private countFailure(checkoutId: string, reason: string): Promise<void> {
    return this.database.transaction(async () => {
      const failures = await this.reviews.recordRefundFailure(checkoutId, reason);
      if (failures === FAILURES_BEFORE_ALERT) await this.outbox.emit(checkoutRefundFailed, { checkoutId });
    });
  }
}
