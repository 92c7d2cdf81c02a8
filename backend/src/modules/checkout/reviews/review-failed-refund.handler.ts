import { Injectable } from '@nestjs/common';
import { formatAmount } from '@subscription-site/shared/amounts';
import { validate as isUuid } from 'uuid';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { PaymentIntentsPort, RefundsPort, paymentReversed, type PaymentIntent } from '../../billing/index.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { UnprovisionedPayments } from '../provisioning/unprovisioned-payments.js';

interface FailedRefund {
  checkoutId: string;
  intent: PaymentIntent;
}

/** Holds a payment for review if its refund failed at the bank, which may happen days after the provider accepted it. */
@Injectable()
export class ReviewFailedRefund extends EffectHandler<{ paymentIntentId: string }, FailedRefund | undefined> {
  override readonly id = 'review-failed-refund';
  override readonly event = paymentReversed;

  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly refunds: RefundsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly unprovisioned: UnprovisionedPayments,
  ) {
    super();
  }

  override async perform({
    paymentIntentId,
  }: {
    paymentIntentId: string;
  }): Promise<FailedRefund | undefined> {
    const checkout = await this.findCheckout(paymentIntentId);
    if (checkout?.status !== 'refunded') return undefined;
    const intent = await this.paymentIntents.find(paymentIntentId);
    if (!intent || intent.refundedCents >= intent.receivedCents) return undefined;
    return { checkoutId: checkout.id, intent };
  }

  override async record(failed: FailedRefund | undefined): Promise<void> {
    if (!failed) return;
    const checkout = await this.checkouts.lock(failed.checkoutId);
    if (checkout.status !== 'refunded') return;
    const { receivedCents, refundedCents, currency, billingEmail: email, billingName: name } = failed.intent;
    const details = `${formatAmount(receivedCents - refundedCents, currency)} refund failed at the bank`;
    await this.unprovisioned.hold(checkout, { cause: 'refund_failed', details }, { email, name });
  }

  /** A hosted checkout stores no intent id; the metadata of our refund names the checkout. */
  private async findCheckout(paymentIntentId: string): Promise<CheckoutEntity | null> {
    const inPage = await this.checkouts.findByIntent(paymentIntentId);
    if (inPage) return inPage;
    const refunds = await this.refunds.findByIntent(paymentIntentId);
    const checkoutId = refunds.find(({ metadata }) => metadata.checkout_id)?.metadata.checkout_id;
    return checkoutId && isUuid(checkoutId) ? this.checkouts.findById(checkoutId) : null;
  }
}
