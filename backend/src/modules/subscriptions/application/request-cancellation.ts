import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { subscriptionCancellationDue } from '../domain/events.js';
import { SubscriptionCancellationsRepository } from '../persistence/subscription-cancellations.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Orders that whatever charges for a deleted account ends. In a transaction; the provider is told by a job. */
@Injectable()
export class RequestCancellation {
  constructor(
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Once for each account; nothing for one that never bought anything. Access ends here and now. */
  async request(userId: string): Promise<void> {
    if (!(await this.cancellations.add(userId))) return;
    await this.subscriptions.endAllOf(userId);
    await this.outbox.emit(subscriptionCancellationDue, { userId });
  }

  /** For a subscription that came to be at the provider while it was being ended here. */
  async requestAgain(userId: string): Promise<void> {
    if (await this.cancellations.renew(userId, ['due', 'ended', 'failed']))
      await this.outbox.emit(subscriptionCancellationDue, { userId });
  }

  /** Another line of tries for one that was given up; false when it was not. */
  async retry(userId: string): Promise<boolean> {
    if (!(await this.cancellations.renew(userId, ['failed']))) return false;
    await this.outbox.emit(subscriptionCancellationDue, { userId });
    return true;
  }
}
