import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { reasonOf } from '../../../platform/scheduler/isolated-rows.js';
import { PaymentProvider } from '../../billing/index.js';
import { LASTING_FAILURES } from '../domain/checkout.js';
import { checkoutRefunded, checkoutRefundDue, checkoutRefundFailed } from '../domain/events.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

interface Payload {
  checkoutId: string;
  userId: string | null;
}

/** Gives back the money of a second plan, or of a payment that staff return, and tells of it. */
@Injectable()
export class RefundDuplicateSubscription extends EffectHandler<Payload, number> {
  override readonly id = 'refund-duplicate-subscription';
  override readonly event = checkoutRefundDue;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly reviews: CheckoutReviewsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async perform({ checkoutId }: Payload, { attempt }: Delivery): Promise<number> {
    try {
      return await this.refund(checkoutId, attempt);
    } catch (error) {
      await this.countFailure(checkoutId, reasonOf(error));
      throw error;
    }
  }

  override async record(amountCents: number, { checkoutId, userId }: Payload): Promise<void> {
    await this.checkouts.finish(checkoutId, 'refunded');
    await this.outbox.emit(checkoutRefunded, { checkoutId, userId, amountCents });
  }

  private async refund(checkoutId: string, attempt: number): Promise<number> {
    const checkout = await this.checkouts.findById(checkoutId);
    const key = `checkout:${checkoutId}:refund:${attempt}`;
    if (checkout?.paymentIntentId) return this.provider.refundIntent(checkout.paymentIntentId, key);
    if (!checkout?.hostedSessionId) return 0;
    const session = await this.provider.findHostedCheckout(checkout.hostedSessionId);
    if (!session?.subscriptionId) return 0;
    await this.provider.cancelSubscription(session.subscriptionId);
    const intentId = await this.provider.findIntentOfFirstInvoice(session.subscriptionId);
    return intentId ? this.provider.refundIntent(intentId, key) : 0;
  }

  private countFailure(checkoutId: string, reason: string): Promise<void> {
    return this.database.transaction(async () => {
      const failures = await this.reviews.countRefundFailure(checkoutId, reason);
      if (failures === LASTING_FAILURES) await this.outbox.emit(checkoutRefundFailed, { checkoutId });
    });
  }
}
