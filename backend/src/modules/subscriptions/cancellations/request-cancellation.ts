import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { subscriptionCancellationDue } from '../events.js';
import { SubscriptionCancellationsRepository } from './subscription-cancellations.repository.js';
import { SubscriptionTransitions } from '../subscription-transitions.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

/** Requests cancellation of everything that charges a deleted user. Requires a transaction; a job calls the provider. */
@Injectable()
export class RequestCancellation {
  constructor(
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly transitions: SubscriptionTransitions,
    private readonly outbox: Outbox,
  ) {}

  /** At most once per user. Access ends immediately. */
  async request(userId: string): Promise<void> {
    if (!(await this.cancellations.add(userId))) return;
    for (const subscription of await this.subscriptions.lockActiveByUser(userId))
      await this.transitions.move(subscription, 'canceled', { reason: 'user_deleted' });
    await this.outbox.emit(subscriptionCancellationDue, { userId });
  }

  /** For a subscription that was created at the provider while the user was being deleted. */
  async requestAgain(userId: string): Promise<void> {
    if (await this.cancellations.renew(userId, ['due', 'ended', 'failed']))
      await this.outbox.emit(subscriptionCancellationDue, { userId });
  }

  /** Restarts the attempts of a failed cancellation; false if it has not failed. */
  async retry(userId: string): Promise<boolean> {
    if (!(await this.cancellations.renew(userId, ['failed']))) return false;
    await this.outbox.emit(subscriptionCancellationDue, { userId });
    return true;
  }
}
