import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { PaymentProvider } from '../../billing/index.js';
import { checkoutRefunded, checkoutRefundDue } from '../domain/events.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

interface Payload {
  checkoutId: string;
  accountId: string;
}

/** Gives the money of a second plan back and tells of it. */
@Injectable()
export class RefundSecondPlan extends EffectHandler<Payload, number> {
  override readonly id = 'refund-duplicate-subscription';
  override readonly event = checkoutRefundDue;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async perform({ checkoutId }: Payload, { attempt }: Delivery): Promise<number> {
    const checkout = await this.checkouts.findById(checkoutId);
    const key = `checkout:${checkoutId}:refund:${attempt}`;
    if (checkout?.paymentIntentId) return this.provider.refundIntent(checkout.paymentIntentId, key);
    if (!checkout?.hostedSessionId) return 0;
    const session = await this.provider.findHostedCheckout(checkout.hostedSessionId);
    if (!session?.subscriptionId) return 0;
    await this.provider.endSubscription(session.subscriptionId);
    const intentId = await this.provider.findIntentOfFirstInvoice(session.subscriptionId);
    return intentId ? this.provider.refundIntent(intentId, key) : 0;
  }

  override async record(amountCents: number, { checkoutId, accountId }: Payload): Promise<void> {
    await this.checkouts.finish(checkoutId, 'refunded');
    await this.outbox.emit(checkoutRefunded, { checkoutId, accountId, amountCents });
  }
}
