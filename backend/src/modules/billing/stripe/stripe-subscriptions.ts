import type { BillingInterval } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  SubscriptionsPort,
  type NewProviderSubscription,
  type ProviderSubscription,
} from '../subscriptions/subscriptions.port.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { toSubscription } from './stripe-mappers.js';
import { paginate } from './stripe-pages.js';
import { toUnixSeconds } from './stripe-mappers.js';

const EXPAND = { expand: ['latest_invoice', 'items.data.price.product'] };

/** The first invoice is for the whole period. In months without the anchor's day, periods start on the last day. */
function backdatedTo({ start, interval }: { start: Date; interval: BillingInterval }) {
  return {
    backdate_start_date: toUnixSeconds(start),
    billing_cycle_anchor_config: {
      day_of_month: start.getUTCDate(),
      hour: start.getUTCHours(),
      minute: start.getUTCMinutes(),
      second: start.getUTCSeconds(),
      ...(interval === 'year' && { month: start.getUTCMonth() + 1 }),
    },
  } satisfies Partial<Stripe.SubscriptionCreateParams>;
}

@Injectable()
export class StripeSubscriptions extends SubscriptionsPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async create(request: NewProviderSubscription): Promise<ProviderSubscription> {
    const { customerId, priceId, paymentMethodId, subscriptionId, firstPeriod, key } = request;
    const method = paymentMethodId ? { default_payment_method: paymentMethodId } : {};
    const created = await callStripe(() =>
      this.stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceId }],
          ...method,
          ...(firstPeriod && backdatedTo(firstPeriod)),
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

  override async findCreatedFor(
    customer: string,
    subscriptionId: string,
  ): Promise<ProviderSubscription | undefined> {
    const expand = ['data.latest_invoice'];
    const all = await findInStripe(() =>
      this.stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand }),
    );
    const found = all?.data.find(
      ({ metadata, status }) =>
        metadata.subscription_id === subscriptionId && status !== 'incomplete_expired',
    );
    return found && toSubscription(found);
  }

  override async *listRunning(): AsyncIterable<ProviderSubscription[]> {
    for await (const page of paginate((after) => this.stripe.subscriptions.list(after)))
      yield page.map(toSubscription);
  }

  override async findUncanceled(customer: string): Promise<string[]> {
    const all = await findInStripe(() =>
      this.stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    );
    return (all?.data ?? []).filter(({ ended_at }) => ended_at === null).map(({ id }) => id);
  }

  override async cancel(id: string, reason?: string): Promise<void> {
    const subscription = await this.find(id);
    if (!subscription || subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
      return;
    // It may have ended in the meantime.
    await findInStripe(() =>
      this.stripe.subscriptions.cancel(id, reason ? { cancellation_details: { comment: reason } } : {}),
    );
  }
}
