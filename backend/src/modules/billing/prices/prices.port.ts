import type { PlanPrice } from '@subscription-site/shared/plans';

export interface ProviderPrice {
  id: string;
  lookupKey: string;
  amountCents: number | null;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
}

/** Products and prices at the provider. */
export abstract class PricesPort {
  /** The prices with these lookup keys that can be sold: neither they nor their products are archived. */
  abstract find(lookupKeys: readonly string[]): Promise<ProviderPrice[]>;
  /** Takes the lookup key from an archived price. */
  abstract create(planPrice: PlanPrice, productName: string): Promise<ProviderPrice>;
}
