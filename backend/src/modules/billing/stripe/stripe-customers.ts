import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  CustomersPort,
  type CustomerDetails,
  type CustomerPaymentMethod,
  type CustomerUser,
  type NewCustomer,
} from '../customers/customers.port.js';
import { callStripe } from './stripe-client.js';

@Injectable()
export class StripeCustomers extends CustomersPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async ensure(request: NewCustomer): Promise<string> {
    const { userId, email, name, key } = request;
    const existing = await this.find({ userId, email });
    if (existing) return existing;
    const metadata = { user_id: userId };
    return (
      await callStripe(() => this.stripe.customers.create({ email, name, metadata }, { idempotencyKey: key }))
    ).id;
  }

  override async find({ userId, email }: CustomerUser): Promise<string | undefined> {
    const customers = await callStripe(() => this.stripe.customers.list({ email, limit: 100 }));
    return customers.data.find((customer) => customer.metadata.user_id === userId)?.id;
  }

  override async attachPaymentMethod(request: CustomerPaymentMethod): Promise<void> {
    const { customerId, paymentMethodId, key } = request;
    const method = await callStripe(() => this.stripe.paymentMethods.retrieve(paymentMethodId));
    if (method.customer === null) {
      await callStripe(() =>
        this.stripe.paymentMethods.attach(
          paymentMethodId,
          { customer: customerId },
          { idempotencyKey: `${key}:attach` },
        ),
      );
    }
    await callStripe(() =>
      this.stripe.customers.update(
        customerId,
        { invoice_settings: { default_payment_method: paymentMethodId } },
        { idempotencyKey: `${key}:default` },
      ),
    );
  }

  /** An empty string clears a field. The email doesn't change: it identifies the customer. */
  override async updateDetails(customerId: string, { name, address, taxId }: CustomerDetails): Promise<void> {
    const { line1, line2, city, state, postalCode, country } = address;
    await callStripe(() =>
      this.stripe.customers.update(customerId, {
        name,
        address: {
          line1,
          line2: line2 ?? '',
          city,
          state: state ?? '',
          postal_code: postalCode ?? '',
          country,
        },
        metadata: { tax_id: taxId ?? '' },
      }),
    );
  }
}
