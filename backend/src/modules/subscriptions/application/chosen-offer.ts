import {
  offerByAmount,
  parsePaidPlan,
  type BillingInterval,
  type Offer,
} from '@subscription-site/shared/plans';
import { AmountNotAPlanError, PlanMismatchError } from '../domain/checkout-errors.js';
import type { Checkout } from '../domain/checkout.js';

/** The offer a client has named. Amount, plan and interval are compared with the price list; every part given must fit. */
export function chosenOffer(choice: {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
}): Offer {
  const offer = offerByAmount(choice.amount);
  if (!offer) throw new AmountNotAPlanError();
  if (choice.planName !== undefined && parsePaidPlan(choice.planName) !== offer.plan)
    throw new AmountNotAPlanError();
  if (choice.interval !== undefined && choice.interval !== offer.interval) throw new AmountNotAPlanError();
  return offer;
}

/** Refuses a call that names another plan or amount than its checkout's. */
export function assertSamePlan(checkout: Checkout, named: { planName: string; amount: number }): void {
  if (parsePaidPlan(named.planName) !== checkout.plan || named.amount !== checkout.amountCents)
    throw new PlanMismatchError();
}
