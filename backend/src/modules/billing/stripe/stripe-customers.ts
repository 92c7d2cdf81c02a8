import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  CustomersPort,
  type CustomerDetails,
  type CustomerPaymentMethod,
  type NewCustomer,
} from '../customers/customers.port.js';
import { callStripe, findInStripe } from './stripe-client.js';
import { paginate } from './stripe-pages.js';

/** Search is eventually consistent: usually within a minute, within an hour during outages. Lists are not. */
const SEARCH_LAG_SECONDS = 2 * 3600;

@Injectable()
export class StripeCustomers extends CustomersPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async create({ userId, key, ...details }: NewCustomer): Promise<string> {
    const { metadata, ...customer } = toCustomer(details);
    const request = { ...customer, metadata: { ...metadata, user_id: userId } };
    return (await callStripe(() => this.stripe.customers.create(request, { idempotencyKey: key }))).id;
  }

  /** Searches for the older ones. Those that can't be searched yet are among the latest, by the provider's own clock. */
  override async findAllByUser(userId: string): Promise<string[]> {
    const query = `metadata['user_id']:'${userId}'`;
    const found = await callStripe(() => this.stripe.customers.search({ query, limit: 100 }));
    const ids = new Set(found.data.map(({ id }) => id));
    let latest: number | undefined;
    for await (const page of paginate((after) => this.stripe.customers.list(after))) {
      for (const { id, metadata } of page) if (metadata.user_id === userId) ids.add(id);
      latest ??= page[0]?.created;
      if (latest === undefined || page.at(-1)!.created < latest - SEARCH_LAG_SECONDS) break;
    }
    return [...ids];
  }

  override async exists(customerId: string): Promise<boolean> {
    const customer = await findInStripe(() => this.stripe.customers.retrieve(customerId));
    return customer !== undefined && !customer.deleted;
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

  override async updateDetails(customerId: string, details: CustomerDetails): Promise<boolean> {
    const updated = await findInStripe(() => this.stripe.customers.update(customerId, toCustomer(details)));
    return updated !== undefined;
  }
}

/** An empty string clears a field. */
function toCustomer({ email, name, billing }: CustomerDetails) {
  if (!billing) return { email, name };
  const { line1, line2, city, state, postalCode, country } = billing.address;
  return {
    email,
    name,
    address: {
      line1,
      line2: line2 ?? '',
      city,
      state: state ?? '',
      postal_code: postalCode ?? '',
      country,
    },
    metadata: { tax_id: billing.taxId ?? '' },
  };
}
