import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { plansEndingDue } from '../domain/events.js';
import { PlanEndingsRepository } from '../persistence/plan-endings.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Orders that whatever charges for a deleted account ends. In a transaction; the provider is told by a job. */
@Injectable()
export class OrderPlanEnding {
  constructor(
    private readonly endings: PlanEndingsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Once for each account; nothing for one that never bought anything. Access ends here and now. */
  async order(accountId: string): Promise<void> {
    if (!(await this.endings.add(accountId))) return;
    await this.subscriptions.endAllOf(accountId);
    await this.outbox.emit(plansEndingDue, { accountId });
  }

  /** For a subscription that came to be at the provider while it was being ended here. */
  async orderAgain(accountId: string): Promise<void> {
    if (await this.endings.renew(accountId, ['due', 'ended', 'failed']))
      await this.outbox.emit(plansEndingDue, { accountId });
  }

  /** Another line of tries for one that was given up; false when it was not. */
  async replay(accountId: string): Promise<boolean> {
    if (!(await this.endings.renew(accountId, ['failed']))) return false;
    await this.outbox.emit(plansEndingDue, { accountId });
    return true;
  }
}
