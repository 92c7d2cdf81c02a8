import { Injectable } from '@nestjs/common';
import { LASTING_FAILURES } from '../domain/checkout.js';
import { CheckoutReviewsRepository, type FailingRefund } from '../persistence/checkout-reviews.repository.js';
import { SubscriptionsRepository, type FailingSetup } from '../persistence/subscriptions.repository.js';

const MAX_LISTED = 500;

/** What the payment provider keeps rejecting, for staff: it is retried all the while, and disappears from here once it succeeds. */
@Injectable()
export class FailingPayments {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly reviews: CheckoutReviewsRepository,
  ) {}

  /** Customers who have their plan, but will not be charged for the next period. Longest waiting first. */
  listSetups(): Promise<FailingSetup[]> {
    return this.subscriptions.listFailingSetups(LASTING_FAILURES, MAX_LISTED);
  }

  /** Buyers who are owed their money. Longest waiting first. */
  listRefunds(): Promise<FailingRefund[]> {
    return this.reviews.listFailingRefunds(LASTING_FAILURES, MAX_LISTED);
  }

  findSetup(subscriptionId: string): Promise<FailingSetup | undefined> {
    return this.subscriptions.findFailingSetup(subscriptionId);
  }

  findRefund(checkoutId: string): Promise<FailingRefund | undefined> {
    return this.reviews.findFailingRefund(checkoutId);
  }
}
