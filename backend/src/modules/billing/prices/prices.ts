import type { PlanPrices } from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  planPriceOf,
  PLAN_PRICES,
  PAID_PLANS,
  type PlanPrice,
} from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { PricesRepository } from './prices.repository.js';

/** The provider's price ids, as stored by `EnsurePrices`. */
@Injectable()
export class Prices {
  private cachedIds: Map<string, string> | undefined;

  constructor(private readonly prices: PricesRepository) {}

  /** Throws if `migrate` has not run. */
  async idOf(planPrice: PlanPrice): Promise<string> {
    const id = (await this.all()).get(planPrice.lookupKey);
    if (!id) throw new Error(`No provider price for ${planPrice.lookupKey}. Run migrate first.`);
    return id;
  }

  /** The plan and interval of one of our current prices. */
  async planPriceOf(providerPriceId: string): Promise<PlanPrice | undefined> {
    const ids = await this.all();
    return PLAN_PRICES.find(({ lookupKey }) => ids.get(lookupKey) === providerPriceId);
  }

  /** Price ids by plan and interval; null before `migrate` has run. */
  async byPlan(): Promise<PlanPrices> {
    const ids = await this.all();
    const entriesOf = (plan: (typeof PAID_PLANS)[number]) =>
      BILLING_INTERVALS.map((interval) => [interval, ids.get(planPriceOf(plan, interval).lookupKey) ?? null]);
    return Object.fromEntries(
      PAID_PLANS.map((plan) => [plan, Object.fromEntries(entriesOf(plan))]),
    ) as PlanPrices;
  }

  /** Price ids by lookup key; empty before `migrate` has run. */
  async all(): Promise<ReadonlyMap<string, string>> {
    if (this.cachedIds?.size === PLAN_PRICES.length) return this.cachedIds;
    const rows = await this.prices.findAll();
    this.cachedIds = new Map(rows.map((row) => [row.lookupKey, row.providerPriceId]));
    return this.cachedIds;
  }
}
