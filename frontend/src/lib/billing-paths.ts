import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';

export const BILLING_PATH = '/account/billing';
export const INVOICES_PATH = '/account/invoices';
const CHANGE_PATH = `${BILLING_PATH}/change`;

/** What the billing page opens: the form for a new card, or the overdue payment. */
export type BillingAction = 'card' | 'pay';

export const billingActionPath = (action: BillingAction): string => `${BILLING_PATH}?do=${action}`;

/** The form for a new card, which returns to the plan change with this plan and interval. */
export const cardForChangePath = (plan: PaidPlan, interval: BillingInterval): string =>
  `${billingActionPath('card')}&plan=${plan}&interval=${interval}`;

/** The page for changing a plan, with a plan and interval chosen if given. */
export function changePlanPath(plan?: PaidPlan, interval?: BillingInterval): string {
  return plan && interval ? `${CHANGE_PATH}?plan=${plan}&interval=${interval}` : CHANGE_PATH;
}
