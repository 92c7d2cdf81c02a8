/** A plan that can be bought with a card. */
export type PaidPlan = 'team' | 'growth';
/** What a user is entitled to. `free` is the trial and what remains after it. */
export type SubscriptionTier = 'free' | PaidPlan;
/** How often a paid plan renews. */
export type BillingInterval = 'month' | 'year';

export const PAID_PLANS = ['team', 'growth'] as const satisfies readonly PaidPlan[];
export const BILLING_INTERVALS = ['month', 'year'] as const satisfies readonly BillingInterval[];
export const DEFAULT_INTERVAL: BillingInterval = 'month';

/** Number of days during which a customer's first payment is refunded on request. */
export const MONEY_BACK_DAYS = 30;
/** Number of days that data is kept after a cancellation. */
export const RETENTION_DAYS = 30;

export interface PlanLimits {
  users: number | null;
  /** Null means unlimited. */
  trackedSubscriptions: number | null;
}

export interface CatalogEntry {
  name: string;
  /** Price per interval in US cents. */
  amountCents: Record<BillingInterval, number>;
  features: readonly string[];
  limits: PlanLimits;
}

/** The plans on sale: the single source of names, prices and limits. */
export const CATALOG: Record<PaidPlan, CatalogEntry> = {
  team: {
    name: 'Team',
    amountCents: { month: 4900, year: 49900 },
    features: [
      'Up to 3 users',
      'Unlimited tracked subscriptions',
      'Multi-user workspace',
      'Advanced reporting',
      'CSV/Excel export',
      'Priority support',
    ],
    limits: { users: 3, trackedSubscriptions: null },
  },
  growth: {
    name: 'Growth',
    amountCents: { month: 9900, year: 99900 },
    features: [
      'Up to 10 users',
      'All Team features',
      'Advanced spend analytics',
      'Integrations with two accounting-software providers',
      'Customizable dashboards',
      'Email/chat support',
    ],
    limits: { users: 10, trackedSubscriptions: null },
  },
};

/** A price that can be bought: plan, interval and amount. */
export interface PlanPrice {
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  /** Lookup key of the price at the payment provider. */
  lookupKey: string;
}

export const PLAN_PRICES: readonly PlanPrice[] = PAID_PLANS.flatMap((plan) =>
  BILLING_INTERVALS.map((interval) => ({
    plan,
    interval,
    amountCents: CATALOG[plan].amountCents[interval],
    lookupKey: `${plan}_${interval}`,
  })),
);

export function getPlanPrice(plan: PaidPlan, interval: BillingInterval): PlanPrice {
  return PLAN_PRICES.find((planPrice) => planPrice.plan === plan && planPrice.interval === interval)!;
}

/** Finds a price by its amount. Amounts are unique across the catalog. */
export function planPriceByAmount(amountCents: number): PlanPrice | undefined {
  return PLAN_PRICES.find((planPrice) => planPrice.amountCents === amountCents);
}

/** Parses a plan name, case-insensitively. */
export function parsePaidPlan(text: string | null | undefined): PaidPlan | undefined {
  const key = text?.trim().toLowerCase();
  return PAID_PLANS.find((plan) => plan === key);
}

/** Parses a billing interval, case-insensitively. */
export function parseInterval(text: string | null | undefined): BillingInterval | undefined {
  const key = text?.trim().toLowerCase();
  return BILLING_INTERVALS.find((interval) => interval === key);
}
