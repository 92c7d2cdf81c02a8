import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { accountDeleted } from '../../auth/index.js';
import { OrderPlanEnding } from '../application/order-plan-ending.js';

@Injectable()
export class OrderEndingOfDeletedAccount extends EventHandler<{ accountId: string }> {
  override readonly id = 'request-cancellation-for-deleted-user';
  override readonly event = accountDeleted;

  constructor(private readonly orderPlanEnding: OrderPlanEnding) {
    super();
  }

  override handle({ accountId }: { accountId: string }): Promise<void> {
    return this.orderPlanEnding.order(accountId);
  }
}
