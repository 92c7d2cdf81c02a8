import { Injectable } from '@nestjs/common';
import { CURRENCY } from '@subscription-site/shared/money';
import Stripe from 'stripe';
import {
  PaymentIntentsPort,
  type NewPaymentIntent,
  type PaymentIntent,
} from '../payments/payment-intents.port.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { toPaymentIntent } from './stripe-mappers.js';

const EXPAND = { expand: ['latest_charge', 'payment_method'] };
const TOO_LATE_TO_CANCEL = new Set(['payment_intent_unexpected_state', 'resource_missing']);

@Injectable()
export class StripePaymentIntents extends PaymentIntentsPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async create({ planPrice, metadata, key }: NewPaymentIntent): Promise<PaymentIntent> {
    const intent = await callStripe(() =>
      this.stripe.paymentIntents.create(
        {
          amount: planPrice.amountCents,
          currency: CURRENCY,
          setup_future_usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata,
        },
        { idempotencyKey: key },
      ),
    );
    return toPaymentIntent(intent);
  }

  override async find(id: string): Promise<PaymentIntent | undefined> {
    const intent = await findInStripe(() => this.stripe.paymentIntents.retrieve(id, EXPAND));
    return intent && toPaymentIntent(intent);
  }

  override async cancel(id: string): Promise<boolean> {
    try {
      await this.stripe.paymentIntents.cancel(id);
      return true;
    } catch (error) {
      if (TOO_LATE_TO_CANCEL.has((error as Stripe.errors.StripeError).code ?? '')) return false;
      return callStripe(() => Promise.reject(error));
    }
  }
}
