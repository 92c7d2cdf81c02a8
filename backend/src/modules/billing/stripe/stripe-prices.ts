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
      this.stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: 100 }),
    );
    return prices.data.map(toPrice);
  }

  override async create(planPrice: PlanPrice, productName: string): Promise<ProviderPrice> {
    const product = await callStripe(() =>
      this.stripe.products.create(
        { name: productName, metadata: { plan: planPrice.plan } },
        { idempotencyKey: `product:${planPrice.plan}:${productName}` },
      ),
    );
    const price = await callStripe(() =>
      this.stripe.prices.create({
        product: product.id,
        currency: CURRENCY,
        unit_amount: planPrice.amountCents,
        recurring: { interval: planPrice.interval },
        lookup_key: planPrice.lookupKey,
      }),
    );
    return toPrice(price);
  }
}
