import { CURRENCY } from '@subscription-site/shared/money';
import { CATALOG, PLAN_PRICES, type PlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { PriceConflictError } from '../billing-errors.js';
import { PricesPort, type ProviderPrice } from './prices.port.js';
import { PricesRepository } from './prices.repository.js';

/**
 * Looks up the provider's price for each plan price by lookup key and creates missing ones. Throws {@link PriceConflictError} if
 * amount, currency or interval differ.
 */
@Injectable()
export class EnsurePrices {
  constructor(
    private readonly providerPrices: PricesPort,
    private readonly prices: PricesRepository,
    private readonly settings: Settings,
  ) {}

  async run(planPrices: readonly PlanPrice[] = PLAN_PRICES): Promise<void> {
    const found = await this.providerPrices.find(planPrices.map((planPrice) => planPrice.lookupKey));
    for (const planPrice of planPrices) {
      const name = `${this.settings.productName} ${CATALOG[planPrice.plan].name}`;
      const price =
        found.find(({ lookupKey }) => lookupKey === planPrice.lookupKey) ??
        (await this.providerPrices.create(planPrice, name));
      assertMatches(price, planPrice);
      await this.prices.put({
        lookupKey: planPrice.lookupKey,
        providerPriceId: price.id,
        amountCents: planPrice.amountCents,
        currency: CURRENCY,
      });
    }
  }
}

function assertMatches(price: ProviderPrice, planPrice: PlanPrice): void {
  const matches =
    price.amountCents === planPrice.amountCents &&
    price.currency === CURRENCY &&
    price.interval === planPrice.interval &&
    price.intervalCount === 1;
  if (matches) return;
  const found = `${price.amountCents} ${price.currency} per ${price.interval}`;
  const expected = `${planPrice.amountCents} ${CURRENCY} per ${planPrice.interval}`;
  throw new PriceConflictError(planPrice.lookupKey, found, expected);
}
