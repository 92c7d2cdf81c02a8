import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { CancelSubscription, DELETION_UNDONE, isUnpaid, Subscriptions } from '../../subscriptions/index.js';

/** Cancels and resumes the plan of an account that is scheduled for deletion. Requires a transaction. */
@Injectable()
export class PlanDuringDeletion {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly cancelSubscription: CancelSubscription,
  ) {}

  /** A plan whose period isn't paid ends at once, and can't be resumed. Neither if there is no plan, or it was already set to end. */
  async cancel(userId: string): Promise<{ canceledPlan: boolean; endedPlan: boolean }> {
    const subscription = await this.subscriptions.findCurrentByUser(userId);
    if (!subscription || subscription.cancelAtPeriodEnd) return { canceledPlan: false, endedPlan: false };
    await this.cancelSubscription.cancel(userId);
    const endedPlan = isUnpaid(subscription.status);
    return { canceledPlan: !endedPlan, endedPlan };
  }

  /** True if this resumed the plan; false if it has ended. */
  async resume(userId: string): Promise<boolean> {
    try {
      await this.cancelSubscription.resume(userId, { reason: DELETION_UNDONE });
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
