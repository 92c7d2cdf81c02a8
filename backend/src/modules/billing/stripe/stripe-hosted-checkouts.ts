import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { PaymentProviderRejectedError } from '../billing-errors.js';
import {
  HostedCheckoutsPort,
  type HostedCheckout,
  type NewHostedCheckout,
} from '../hosted/hosted-checkouts.port.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { toHostedCheckout } from './stripe-mappers.js';

@Injectable()
export class StripeHostedCheckouts extends HostedCheckoutsPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async create(request: NewHostedCheckout): Promise<HostedCheckout> {
    const { priceId, customerId, metadata, successUrl, cancelUrl, key } = request;
    const session = await callStripe(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          line_items: [{ price: priceId, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          metadata,
          subscription_data: { metadata },
          customer: customerId,
        },
        { idempotencyKey: key },
      ),
    );
    return toHostedCheckout(session);
  }

  override async find(id: string): Promise<HostedCheckout | undefined> {
    const session = await findInStripe(() => this.stripe.checkout.sessions.retrieve(id));
    return session && toHostedCheckout(session);
  }

  override async expire(id: string): Promise<boolean> {
    try {
      await callStripe(() => this.stripe.checkout.sessions.expire(id));
      return true;
    } catch (error) {
      if (error instanceof PaymentProviderRejectedError) return false;
      throw error;
    }
  }
}
