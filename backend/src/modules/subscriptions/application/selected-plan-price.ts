import {
  planPriceByAmount,
  parsePaidPlan,
  type BillingInterval,
  type PlanPrice,
} from '@subscription-site/shared/plans';
import { AmountNotAPlanError, PlanMismatchError } from '../domain/checkout-errors.js';
import type { Checkout } from '../domain/checkout.js';

/** The price a client has named. Amount, plan and interval are compared with the price list; every part given must fit. */
export function selectedPlanPrice(choice: {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
}): PlanPrice {
  const planPrice = planPriceByAmount(choice.amount);
  if (!planPrice) throw new AmountNotAPlanError();
  if (choice.planName !== undefined && parsePaidPlan(choice.planName) !== planPrice.plan)
    throw new AmountNotAPlanError();
  if (choice.interval !== undefined && choice.interval !== planPrice.interval)
    throw new AmountNotAPlanError();
  return planPrice;
}

/** Rejects a call that names another plan or amount than its checkout's. */
export function assertSamePlan(checkout: Checkout, named: { planName: string; amount: number }): void {
  if (parsePaidPlan(named.planName) !== checkout.plan || named.amount !== checkout.amountCents)
    throw new PlanMismatchError();
}
