import { getPlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import type { SubscriptionChangeEntity } from './subscription-change.entity.js';
import { SubscriptionChangesRepository } from './subscription-changes.repository.js';

/** Requested changes of subscriptions, for emails about them. */
@Injectable()
export class SubscriptionChanges {
  constructor(private readonly changes: SubscriptionChangesRepository) {}

  find(id: string): Promise<SubscriptionChangeEntity | null> {
    return this.changes.find(id);
  }

  /** Whether it was ended by a refund that a customer or staff decided. */
  async isEndedByRefund(subscriptionId: string): Promise<boolean> {
    return (await this.changes.countEndingRefunds(subscriptionId)) > 0;
  }

  /** Whether staff made the latest cancellation. */
  async isCanceledByStaff(subscriptionId: string): Promise<boolean> {
    return (await this.changes.findCancellation(subscriptionId))?.actorId != null;
  }

  /** The price of the plan that was chosen. */
  getPriceCents({ plan, interval }: SubscriptionChangeEntity): number {
    return getPlanPrice(plan!, interval!).amountCents;
  }
}
