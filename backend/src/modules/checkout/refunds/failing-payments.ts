import { Injectable } from '@nestjs/common';
import { RecurringSetups, type FailingSetup } from '../../subscriptions/index.js';
import { FAILURES_BEFORE_ALERT } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CheckoutReviewsRepository, type FailingRefund } from '../persistence/checkout-reviews.repository.js';

const MAX_LISTED = 500;

/** A failing setup with the ID of the first period's payment. */
export type FailingPaidSetup = FailingSetup & { paymentId: string };

/** Operations that keep failing at the payment provider, for staff. Retries continue; an operation that succeeds is no longer listed. */
@Injectable()
export class FailingPayments {
  constructor(
    private readonly recurringSetups: RecurringSetups,
    private readonly checkouts: CheckoutsRepository,
    private readonly reviews: CheckoutReviewsRepository,
  ) {}

  /** Customers who have their plan but will not be charged for the next period. Longest waiting first. */
  async listSetups(): Promise<FailingPaidSetup[]> {
    return this.withPayments(await this.recurringSetups.listFailing());
  }

  /** Buyers who are owed a refund. Longest waiting first. */
  listRefunds(): Promise<FailingRefund[]> {
    return this.reviews.listFailingRefunds(FAILURES_BEFORE_ALERT, MAX_LISTED);
  }

  async findSetup(subscriptionId: string): Promise<FailingPaidSetup | null> {
    const setup = await this.recurringSetups.findFailing(subscriptionId);
    return setup && (await this.withPayments([setup]))[0]!;
  }

  findRefund(checkoutId: string): Promise<FailingRefund | null> {
    return this.reviews.findFailingRefund(checkoutId);
  }

  private async withPayments(setups: FailingSetup[]): Promise<FailingPaidSetup[]> {
    const paymentIds = await this.checkouts.findPaymentIds(setups.map(({ checkoutId }) => checkoutId));
    return setups.map((setup) => ({ ...setup, paymentId: paymentIds.get(setup.checkoutId)! }));
  }
}
