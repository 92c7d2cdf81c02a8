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
  /** The active prices with these lookup keys. */
  abstract find(lookupKeys: readonly string[]): Promise<ProviderPrice[]>;
  abstract create(planPrice: PlanPrice, productName: string): Promise<ProviderPrice>;
}
