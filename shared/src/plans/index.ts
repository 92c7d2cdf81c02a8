/** A plan that can be bought by card. */
export type PaidPlan = 'team' | 'growth';
/** What an account is entitled to; `free` is the trial and what remains after it. */
export type SubscriptionTier = 'free' | PaidPlan;
/** How often a paid plan renews. */
export type BillingInterval = 'month' | 'year';

export const PAID_PLANS = ['team', 'growth'] as const satisfies readonly PaidPlan[];
export const BILLING_INTERVALS = ['month', 'year'] as const satisfies readonly BillingInterval[];
export const DEFAULT_INTERVAL: BillingInterval = 'month';

/** Length of the free trial, counted from the confirmation of the account. */
export const TRIAL_DAYS = 14;
/** Days in which the first payment of a customer is refunded in full on request. */
export const MONEY_BACK_DAYS = 30;
/** Days for which data is kept after a cancellation. */
export const RETENTION_DAYS = 30;

export interface PlanLimits {
  users: number | null;
  /** Tracked subscriptions; null is unlimited. */
  trackedSubscriptions: number | null;
}

export interface CatalogEntry {
  name: string;
  /** Price in integer US cents for each interval. */
  amountCents: Record<BillingInterval, number>;
  features: readonly string[];
  limits: PlanLimits;
}

/** The plans on sale. Prices, names and limits of the product exist here and nowhere else. */
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

export const FREE_LIMITS: PlanLimits = { users: 1, trackedSubscriptions: 3 };

/** What each tier allows. */
export function limitsOf(tier: SubscriptionTier): PlanLimits {
  return tier === 'free' ? FREE_LIMITS : CATALOG[tier].limits;
}

/** A plan and interval that can be bought: the unit of a price. */
export interface PlanPrice {
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  /** Key under which the price is kept at the payment provider. */
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

/** The offer of a plan and interval. */
export function planPriceOf(plan: PaidPlan, interval: BillingInterval): PlanPrice {
  return PLAN_PRICES.find((planPrice) => planPrice.plan === plan && planPrice.interval === interval)!;
}

/** The one offer with this price in cents, if there is one: every amount belongs to exactly one offer. */
export function planPriceByAmount(amountCents: number): PlanPrice | undefined {
  return PLAN_PRICES.find((planPrice) => planPrice.amountCents === amountCents);
}

/** Reads a plan name as a person may write it in an address or a call: any case. */
export function parsePaidPlan(text: string | null | undefined): PaidPlan | undefined {
  const key = text?.trim().toLowerCase();
  return PAID_PLANS.find((plan) => plan === key);
}

/** Reads an interval; anything else is undefined. */
export function parseInterval(text: string | null | undefined): BillingInterval | undefined {
  const key = text?.trim().toLowerCase();
  return BILLING_INTERVALS.find((interval) => interval === key);
}
