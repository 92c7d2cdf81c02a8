import type { PlanPrices } from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  getPlanPrice,
  PLAN_PRICES,
  PAID_PLANS,
  type PlanPrice,
} from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { PriceConflictError, PriceUnavailableError } from '../billing-errors.js';
import { EnsurePrices } from './ensure-prices.js';
import { PricesRepository } from './prices.repository.js';

/** A replaced price is noticed after at most this time. */
const VERIFIED_FOR_MS = 60_000;

/** The provider's price ids, as stored by `EnsurePrices`. */
@Injectable()
export class Prices {
  private stored: { ids: Map<string, string>; until: number } | undefined;
  private readonly verifiedUntil = new Map<string, number>();

  constructor(
    private readonly prices: PricesRepository,
    private readonly ensurePrices: EnsurePrices,
    private readonly clock: Clock,
  ) {}

  /**
   * The price to sell. One that was archived at the provider is replaced. Throws {@link PriceUnavailableError} if the provider has
   * another amount for it.
   */
  async getId(planPrice: PlanPrice): Promise<string> {
    const { lookupKey } = planPrice;
    const now = this.clock.now().getTime();
    if ((this.verifiedUntil.get(lookupKey) ?? 0) <= now) {
      try {
        await this.ensurePrices.run([planPrice]);
      } catch (error) {
        throw error instanceof PriceConflictError ? new PriceUnavailableError(error) : error;
      }
      this.verifiedUntil.set(lookupKey, now + VERIFIED_FOR_MS);
      this.stored = undefined;
    }
    return (await this.all()).get(lookupKey)!;
  }

  /** The result of a call that sells the price. If the call fails, the price is verified before it is sold again. */
  async verifyAfterFailure<T>({ lookupKey }: PlanPrice, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      this.verifiedUntil.delete(lookupKey);
      throw error;
    }
  }

  /** Price ids by plan and interval; null before `migrate` has run. */
  async byPlan(): Promise<PlanPrices> {
    const ids = await this.all();
    const toEntries = (plan: (typeof PAID_PLANS)[number]) =>
      BILLING_INTERVALS.map((interval) => [
        interval,
        ids.get(getPlanPrice(plan, interval).lookupKey) ?? null,
      ]);
    return Object.fromEntries(
      PAID_PLANS.map((plan) => [plan, Object.fromEntries(toEntries(plan))]),
    ) as PlanPrices;
  }

  /** Price ids by lookup key; empty before `migrate` has run. */
  async all(): Promise<ReadonlyMap<string, string>> {
    const now = this.clock.now().getTime();
    if (this.stored && now < this.stored.until && this.stored.ids.size === PLAN_PRICES.length)
      return this.stored.ids;
    const rows = await this.prices.findAll();
    const ids = new Map(rows.map((row) => [row.lookupKey, row.providerPriceId]));
    this.stored = { ids, until: now + VERIFIED_FOR_MS };
    return ids;
  }
}
