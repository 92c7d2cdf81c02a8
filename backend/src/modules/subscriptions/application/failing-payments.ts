import { Injectable } from '@nestjs/common';
import { FAILURES_BEFORE_ALERT } from '../domain/checkout.js';
import { CheckoutReviewsRepository, type FailingRefund } from '../persistence/checkout-reviews.repository.js';
import { SubscriptionsRepository, type FailingSetup } from '../persistence/subscriptions.repository.js';

const MAX_LISTED = 500;

/** Operations that keep failing at the payment provider, for staff. Retries continue; an operation that succeeds is no longer listed. */
@Injectable()
export class FailingPayments {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly reviews: CheckoutReviewsRepository,
  ) {}

  /** Customers who have their plan but will not be charged for the next period. Longest waiting first. */
  listSetups(): Promise<FailingSetup[]> {
    return this.subscriptions.listFailingSetups(FAILURES_BEFORE_ALERT, MAX_LISTED);
  }

  /** Buyers who are owed a refund. Longest waiting first. */
  listRefunds(): Promise<FailingRefund[]> {
    return this.reviews.listFailingRefunds(FAILURES_BEFORE_ALERT, MAX_LISTED);
  }

  findSetup(subscriptionId: string): Promise<FailingSetup | undefined> {
    return this.subscriptions.findFailingSetup(subscriptionId);
  }

  findRefund(checkoutId: string): Promise<FailingRefund | undefined> {
    return this.reviews.findFailingRefund(checkoutId);
  }
}
