import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DisputesPort, type ProviderDispute } from '../payments/disputes.port.js';
import { callStripe } from './stripe-client.js';
import { paginate } from './stripe-pages.js';
import { toDispute } from './stripe-mappers.js';

@Injectable()
export class StripeDisputes extends DisputesPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async findByIntent(paymentIntentId: string): Promise<ProviderDispute[]> {
    const query = { payment_intent: paymentIntentId, limit: 100 };
    return (await callStripe(() => this.stripe.disputes.list(query))).data.map(toDispute);
  }

  override async *list(since: Date): AsyncIterable<ProviderDispute[]> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    for await (const page of paginate((after) => this.stripe.disputes.list({ created, ...after })))
      yield page.map(toDispute);
  }
}
