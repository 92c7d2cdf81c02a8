import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { NothingToRefundError, RefundFailedError } from '../billing-errors.js';
import { PaymentIntentsPort, type PaymentIntent } from '../payments/payment-intents.port.js';
import {
  RefundsPort,
  type NewRefund,
  type ProviderRefund,
  type RefundRequest,
} from '../payments/refunds.port.js';
import { returnedCents } from '../payments/returned-cents.js';
import { callStripe, setInStripe } from './stripe-client.js';
import { paginate } from './stripe-pages.js';
import { toRefund } from './stripe-mappers.js';

@Injectable()
export class StripeRefunds extends RefundsPort {
  constructor(
    private readonly stripe: Stripe,
    private readonly paymentIntents: PaymentIntentsPort,
  ) {
    super();
  }

  override async refund(id: string, { metadata, key }: RefundRequest): Promise<ProviderRefund[]> {
    const intent = await this.paymentIntents.find(id);
    if (!intent?.receivedCents) throw new NothingToRefundError(id);
    if (!isRefunded(intent)) {
      const earlier = await this.findByIntent(id);
      if (earlier.some((refund) => hasFailed(refund) && refund.metadata.event_id === metadata.event_id))
        throw new RefundFailedError('failed');
      const request = { payment_intent: id, metadata };
      await setInStripe(
        () => this.stripe.refunds.create(request, { idempotencyKey: key }),
        async () => isRefunded((await this.paymentIntents.find(id))!),
      );
    }
    const refunds = await this.findByIntent(id);
    const isPending = refunds.some(({ status }) => status === 'pending');
    if (!isPending && returnedCents(refunds) < intent.receivedCents)
      throw new RefundFailedError(refunds[0]?.status ?? 'missing');
    return refunds;
  }

  override async create({ paymentIntentId, amountCents, metadata, key }: NewRefund): Promise<ProviderRefund> {
    const amount = amountCents === undefined ? {} : { amount: amountCents };
    const request = { payment_intent: paymentIntentId, metadata, ...amount };
    return toRefund(await callStripe(() => this.stripe.refunds.create(request, { idempotencyKey: key })));
  }

  override async findByIntent(intentId: string): Promise<ProviderRefund[]> {
    const query = { payment_intent: intentId, limit: 100 };
    return (await callStripe(() => this.stripe.refunds.list(query))).data.map(toRefund);
  }

  override async *list(since: Date): AsyncIterable<ProviderRefund[]> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    for await (const page of paginate((after) => this.stripe.refunds.list({ created, ...after })))
      yield page.map(toRefund);
  }
}

const isRefunded = ({ refundedCents, receivedCents }: PaymentIntent): boolean =>
  refundedCents >= receivedCents;

const hasFailed = ({ status }: ProviderRefund): boolean => status === 'failed' || status === 'canceled';
