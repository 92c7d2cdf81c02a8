import {
  planPriceByAmount,
  parsePaidPlan,
  type BillingInterval,
  type PlanPrice,
} from '@subscription-site/shared/plans';
import { AmountNotAPlanError, PlanMismatchError } from '../domain/checkout-errors.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';

/** The price that a client selected. Every given part (amount, plan, interval) must match the price list. */
export function selectedPlanPrice(selection: {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
}): PlanPrice {
  const planPrice = planPriceByAmount(selection.amount);
  if (!planPrice) throw new AmountNotAPlanError();
  if (selection.planName !== undefined && parsePaidPlan(selection.planName) !== planPrice.plan)
    throw new AmountNotAPlanError();
  if (selection.interval !== undefined && selection.interval !== planPrice.interval)
    throw new AmountNotAPlanError();
  return planPrice;
}

/** Rejects a request whose plan or amount differs from the checkout's. */
export function assertSamePlan(
  checkout: CheckoutEntity,
  request: { planName: string; amount: number },
): void {
  if (parsePaidPlan(request.planName) !== checkout.plan || request.amount !== checkout.amountCents)
    throw new PlanMismatchError();
}
