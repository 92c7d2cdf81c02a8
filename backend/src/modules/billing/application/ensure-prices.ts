import { CURRENCY } from '@subscription-site/shared/money';
import { CATALOG, PLAN_PRICES, type PlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { PriceConflictError } from '../domain/billing-errors.js';
import { PaymentProvider, type ProviderPrice } from '../domain/payment-provider.js';
import { PricesRepository } from '../persistence/prices.repository.js';

/**
 * Finds every price's price at the provider by its lookup key and makes what is missing. A price that says another amount,
 * currency or interval stops everything with {@link PriceConflictError}.
 */
@Injectable()
export class EnsurePrices {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly prices: PricesRepository,
    private readonly settings: Settings,
  ) {}

  async run(): Promise<void> {
    const found = await this.provider.findPrices(PLAN_PRICES.map((planPrice) => planPrice.lookupKey));
    for (const planPrice of PLAN_PRICES) {
      const name = `${this.settings.productName} ${CATALOG[planPrice.plan].name}`;
      const price =
        found.find(({ lookupKey }) => lookupKey === planPrice.lookupKey) ??
        (await this.provider.createPrice(planPrice, name));
      validate(price, planPrice);
      await this.prices.put({
        lookupKey: planPrice.lookupKey,
        providerPriceId: price.id,
        amountCents: planPrice.amountCents,
        currency: CURRENCY,
      });
    }
  }
}

function validate(price: ProviderPrice, planPrice: PlanPrice): void {
  const fits =
    price.amountCents === planPrice.amountCents &&
    price.currency === CURRENCY &&
    price.interval === planPrice.interval &&
    price.intervalCount === 1;
  if (fits) return;
  const found = `${price.amountCents} ${price.currency} a ${price.interval}`;
  throw new PriceConflictError(
    planPrice.lookupKey,
    found,
    `${planPrice.amountCents} ${CURRENCY} a ${planPrice.interval}`,
  );
}
