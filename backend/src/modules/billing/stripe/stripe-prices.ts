import { Injectable } from '@nestjs/common';
import { CURRENCY } from '@subscription-site/shared/money';
import type { PlanPrice } from '@subscription-site/shared/plans';
import Stripe from 'stripe';
import { PricesPort, type ProviderPrice } from '../prices/prices.port.js';
import { callStripe } from './stripe-client.js';
import { toPrice } from './stripe-mappers.js';

@Injectable()
export class StripePrices extends PricesPort {
  constructor(private readonly stripe: Stripe) {
    super();
  }

  override async find(lookupKeys: readonly string[]): Promise<ProviderPrice[]> {
    const prices = await callStripe(() =>
      this.stripe.prices.list({
        lookup_keys: [...lookupKeys],
        active: true,
        limit: 100,
        expand: ['data.product'],
      }),
    );
    return prices.data.filter(hasActiveProduct).map(toPrice);
  }

  override async create(planPrice: PlanPrice, productName: string): Promise<ProviderPrice> {
    const request = { name: productName, metadata: { plan: planPrice.plan } };
    const idempotencyKey = `product:${planPrice.plan}:${productName}`;
    const known = await callStripe(() => this.stripe.products.create(request, { idempotencyKey }));
    // It may be the one of an earlier call, archived since then.
    const { active } = await callStripe(() => this.stripe.products.retrieve(known.id));
    const product = active ? known : await callStripe(() => this.stripe.products.create(request));
    const price = await callStripe(() =>
      this.stripe.prices.create({
        product: product.id,
        currency: CURRENCY,
        unit_amount: planPrice.amountCents,
        recurring: { interval: planPrice.interval },
        lookup_key: planPrice.lookupKey,
        // An archived price keeps it.
        transfer_lookup_key: true,
      }),
    );
    return toPrice(price);
  }
}

/** A price of an archived product can't be sold, although it is active. */
function hasActiveProduct({ product }: Stripe.Price): boolean {
  return typeof product === 'object' && !product.deleted && product.active;
}
