import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  PaymentMethodsPort,
  type CardSetup,
  type ProviderCard,
} from '../payment-methods/payment-methods.port.js';
import { PaymentProviderRejectedError } from '../billing-errors.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { fromUnixSeconds, getId } from './stripe-mappers.js';

const IP_HASH_METADATA = 'ip_hash';

@Injectable()
export class StripePaymentMethods extends PaymentMethodsPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async createSetup({
    customerId: customer,
    ipHash,
    key,
  }: {
    customerId: string;
    ipHash: string;
    key: string;
  }): Promise<CardSetup> {
    const intent = await callStripe(() =>
      this.stripe.setupIntents.create(
        {
          customer,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata: { [IP_HASH_METADATA]: ipHash },
        },
        { idempotencyKey: key },
      ),
    );
    return toSetup(intent);
  }

  override async findSetup(id: string): Promise<CardSetup | undefined> {
    const intent = await findInStripe(() => this.stripe.setupIntents.retrieve(id));
    return intent && toSetup(intent);
  }

  override async cancelSetup(id: string): Promise<void> {
    try {
      await callStripe(() => this.stripe.setupIntents.cancel(id));
    } catch (error) {
      // It has succeeded or was canceled.
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
    }
  }

  override async findCards(
    customerId: string,
  ): Promise<{ cards: ProviderCard[]; defaultId: string | null } | undefined> {
    const customer = await findInStripe(() => this.stripe.customers.retrieve(customerId));
    if (!customer || customer.deleted) return undefined;
    const methods = await callStripe(() =>
      this.stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 }),
    );
    return {
      cards: methods.data.map(toCard),
      defaultId: getId(customer.invoice_settings.default_payment_method),
    };
  }

  override async findCustomer(paymentMethodId: string): Promise<string | null> {
    const method = await findInStripe(() => this.stripe.paymentMethods.retrieve(paymentMethodId));
    return getId(method?.customer);
  }

  override async makeDefault(method: {
    customerId: string;
    paymentMethodId: string;
    subscriptionId: string | null;
  }): Promise<void> {
    const { customerId, paymentMethodId, subscriptionId } = method;
    await callStripe(() =>
      this.stripe.customers.update(customerId, {
        invoice_settings: { default_payment_method: paymentMethodId },
      }),
    );
    if (!subscriptionId) return;
    await callStripe(() =>
      this.stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId }),
    );
  }

  override async detach(paymentMethodId: string): Promise<void> {
    try {
      await callStripe(() => this.stripe.paymentMethods.detach(paymentMethodId));
    } catch (error) {
      // Already removed.
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
    }
  }
}

function toSetup(setup: Stripe.SetupIntent): CardSetup {
  const { id, client_secret, status, customer, payment_method, metadata } = setup;
  return {
    id,
    clientSecret: client_secret ?? '',
    succeeded: status === 'succeeded',
    customerId: getId(customer),
    paymentMethodId: getId(payment_method),
    ipHash: metadata?.[IP_HASH_METADATA] ?? null,
  };
}

function toCard({ id, card, created }: Stripe.PaymentMethod): ProviderCard {
  return {
    id,
    brand: card?.brand ?? 'unknown',
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 1,
    expYear: card?.exp_year ?? 1970,
    fingerprint: card?.fingerprint ?? null,
    addedAt: fromUnixSeconds(created),
  };
}
