import { Injectable } from '@nestjs/common';
import { formatCents } from '@subscription-site/shared/money';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { PaymentProvider, paymentReversed, type PaymentIntent } from '../../billing/index.js';
import { HoldForReview } from '../application/hold-for-review.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** A refund may fail at the bank days after the provider accepted it. The payment then needs another decision by staff. */
@Injectable()
export class ReviewFailedRefund extends EffectHandler<
  { paymentIntentId: string },
  PaymentIntent | undefined
> {
  override readonly id = 'review-failed-refund';
  override readonly event = paymentReversed;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly holdForReview: HoldForReview,
  ) {
    super();
  }

  override async perform({
    paymentIntentId,
  }: {
    paymentIntentId: string;
  }): Promise<PaymentIntent | undefined> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    if (checkout?.status !== 'refunded') return undefined;
    const intent = await this.provider.findIntent(paymentIntentId);
    return intent && intent.refundedCents < intent.receivedCents ? intent : undefined;
  }

  override async record(intent: PaymentIntent | undefined): Promise<void> {
    const found = intent && (await this.checkouts.findByIntent(intent.id));
    if (!found || (await this.checkouts.lock(found.id)).status !== 'refunded') return;
    const { receivedCents, refundedCents, billingEmail: email, billingName: name } = intent;
    const details = `${formatCents(receivedCents - refundedCents)} refund returned by the bank`;
    await this.holdForReview.hold(found.id, { cause: 'refund_failed', details }, { email, name });
  }
}
