import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  SubscriptionsPort,
  type NewProviderSubscription,
  type ProviderSubscription,
} from '../subscriptions/subscriptions.port.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { toSubscription } from './stripe-mappers.js';

const EXPAND = { expand: ['latest_invoice'] };

@Injectable()
export class StripeSubscriptions extends SubscriptionsPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async ensure(request: NewProviderSubscription): Promise<ProviderSubscription> {
    const { customerId, priceId, paymentMethodId, subscriptionId, key } = request;
    const subscriptions = await callStripe(() =>
      this.stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice'],
      }),
    );
    const existing = subscriptions.data.find(({ metadata }) => metadata.subscription_id === subscriptionId);
    if (existing && existing.status !== 'incomplete_expired') return toSubscription(existing);
    const created = await callStripe(() =>
      this.stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceId }],
          default_payment_method: paymentMethodId,
          payment_behavior: 'default_incomplete',
          off_session: true,
          metadata: { subscription_id: subscriptionId },
          ...EXPAND,
        },
        { idempotencyKey: key },
      ),
    );
    return toSubscription(created);
  }

  override async find(id: string): Promise<ProviderSubscription | undefined> {
    const subscription = await findInStripe(() => this.stripe.subscriptions.retrieve(id, EXPAND));
    return subscription && toSubscription(subscription);
  }

  override async findUncanceled(customer: string): Promise<string[]> {
    const all = await callStripe(() =>
      this.stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    );
    return all.data.filter(({ ended_at }) => ended_at === null).map(({ id }) => id);
  }

  override async cancel(id: string): Promise<void> {
    const subscription = await this.find(id);
    if (!subscription || subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
      return;
    await callStripe(() => this.stripe.subscriptions.cancel(id));
  }
}
