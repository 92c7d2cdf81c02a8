import { DEFAULT_INTERVAL, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';

/** URL of the checkout. Its order summary is prerendered for exactly these URLs. */
export function checkoutPath(plan: PaidPlan, interval: BillingInterval = DEFAULT_INTERVAL): string {
  return `/checkout?plan=${plan}${interval === DEFAULT_INTERVAL ? '' : `&interval=${interval}`}`;
}
