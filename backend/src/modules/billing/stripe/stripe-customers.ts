import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  CustomersPort,
  type CustomerDetails,
  type CustomerPaymentMethod,
  type NewCustomer,
} from '../customers/customers.port.js';
import { callStripe } from './stripe-client.js';
import { pagesOf } from './stripe-pages.js';

/** Search is eventually consistent: usually within a minute, within an hour during outages. Lists are not. */
const SEARCH_LAG_SECONDS = 2 * 3600;

@Injectable()
export class StripeCustomers extends CustomersPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async create({ userId, email, name, key }: NewCustomer): Promise<string> {
    const customer = { email, name, metadata: { user_id: userId } };
    return (await callStripe(() => this.stripe.customers.create(customer, { idempotencyKey: key }))).id;
  }

  /** Searches for the older ones. Those that can't be searched yet are among the latest, by the provider's own clock. */
  override async findAllOf(userId: string): Promise<string[]> {
    const query = `metadata['user_id']:'${userId}'`;
    const found = await callStripe(() => this.stripe.customers.search({ query, limit: 100 }));
    const ids = new Set(found.data.map(({ id }) => id));
    let latest: number | undefined;
    for await (const page of pagesOf((after) => this.stripe.customers.list(after))) {
      for (const { id, metadata } of page) if (metadata.user_id === userId) ids.add(id);
      latest ??= page[0]?.created;
      if (latest === undefined || page.at(-1)!.created < latest - SEARCH_LAG_SECONDS) break;
    }
    return [...ids];
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

  /** An empty string clears a field. */
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
