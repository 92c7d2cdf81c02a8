import { CURRENCY } from '@subscription-site/shared/money';
import { CATALOGUE, OFFERS, type Offer } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { PriceConflictError } from '../domain/billing-errors.js';
import { PaymentProvider, type ProviderPrice } from '../domain/payment-provider.js';
import { PricesRepository } from '../persistence/prices.repository.js';

/**
 * Finds every offer's price at the provider by its lookup key and makes what is missing. A price that says another amount,
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
    const found = await this.provider.findPrices(OFFERS.map((offer) => offer.lookupKey));
    for (const offer of OFFERS) {
      const name = `${this.settings.productName} ${CATALOGUE[offer.plan].name}`;
      const price =
        found.find(({ lookupKey }) => lookupKey === offer.lookupKey) ??
        (await this.provider.createPrice(offer, name));
      judge(price, offer);
      await this.prices.put({
        lookupKey: offer.lookupKey,
        providerPriceId: price.id,
        amountCents: offer.amountCents,
        currency: CURRENCY,
      });
    }
  }
}

function judge(price: ProviderPrice, offer: Offer): void {
  const fits =
    price.amountCents === offer.amountCents &&
    price.currency === CURRENCY &&
    price.interval === offer.interval &&
    price.intervalCount === 1;
  if (fits) return;
  const found = `${price.amountCents} ${price.currency} a ${price.interval}`;
  throw new PriceConflictError(
    offer.lookupKey,
    found,
    `${offer.amountCents} ${CURRENCY} a ${offer.interval}`,
  );
}
