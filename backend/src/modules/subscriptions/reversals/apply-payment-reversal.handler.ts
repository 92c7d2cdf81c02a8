import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { paymentReversed } from '../../billing/index.js';
import { EndReversedSubscription, type ReversedPayment } from './end-reversed-subscription.js';
import { MarkFailedRefunds } from './mark-failed-refunds.js';
import { RecordReversal } from './record-reversal.js';

interface Payload {
  paymentIntentId: string;
}

/** Applies refunds and disputes of a payment: of a first period or a renewal, made on our page or the provider's. */
@Injectable()
export class ApplyPaymentReversal extends EffectHandler<Payload, ReversedPayment | undefined> {
  override readonly id = 'apply-payment-reversal';
  override readonly event = paymentReversed;

  constructor(
    private readonly endReversedSubscription: EndReversedSubscription,
    private readonly recordReversal: RecordReversal,
    private readonly markFailedRefunds: MarkFailedRefunds,
  ) {
    super();
  }

  override async perform(
    { paymentIntentId }: Payload,
    delivery: Delivery,
  ): Promise<ReversedPayment | undefined> {
    return this.endReversedSubscription.endIfReversed(paymentIntentId, delivery);
  }

  override async record(
    reversed: ReversedPayment | undefined,
    _: Payload,
    { eventId }: Delivery,
  ): Promise<void> {
    if (!reversed) return;
    await this.recordReversal.record(reversed, { eventId });
    await this.markFailedRefunds.mark(reversed.subscriptionId, reversed.reversal);
  }
}
