import type { PlanPrices } from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  planPriceOf,
  PLAN_PRICES,
  PAID_PLANS,
  type PlanPrice,
} from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { PricesRepository } from '../persistence/prices.repository.js';

/** Identifiers of the prices at the provider, as `EnsurePrices` has found or made them. */
@Injectable()
export class Prices {
  private known: Map<string, string> | undefined;

  constructor(private readonly prices: PricesRepository) {}

  /** The provider's identifier of a price's price. Throws when `migrate` has not run. */
  async idOf(planPrice: PlanPrice): Promise<string> {
    const id = (await this.all()).get(planPrice.lookupKey);
    if (!id) throw new Error(`There is no price for ${planPrice.lookupKey}: run migrate.`);
    return id;
  }

  /** Identifiers by plan and interval; null before `migrate` has run. */
  async ofPlans(): Promise<PlanPrices> {
    const known = await this.all();
    const ofPlan = (plan: (typeof PAID_PLANS)[number]) =>
      BILLING_INTERVALS.map((interval) => [
        interval,
        known.get(planPriceOf(plan, interval).lookupKey) ?? null,
      ]);
    return Object.fromEntries(
      PAID_PLANS.map((plan) => [plan, Object.fromEntries(ofPlan(plan))]),
    ) as PlanPrices;
  }

  /** Identifiers by lookup key; empty before `migrate` has run. */
  async all(): Promise<ReadonlyMap<string, string>> {
    if (this.known?.size === PLAN_PRICES.length) return this.known;
    const rows = await this.prices.findAll();
    this.known = new Map(rows.map((row) => [row.lookupKey, row.providerPriceId]));
    return this.known;
  }
}
