import { RETENTION_DAYS } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { isEnded, Subscriptions, subscriptionStatusChanged } from '../../subscriptions/index.js';
import { productDataPurgeDue, productDataPurgeUpcoming } from '../events.js';

const DAY_MS = 86_400_000;
const NOTICE_DAYS = 7;

/**
 * Schedules the purge of a customer's stored data, and the email that announces it.
 * Neither happens if the customer has subscribed again by then: the end of that plan schedules both again.
 */
@Injectable()
export class ScheduleDataPurge extends EventHandler<{ userId: string; subscriptionId: string }> {
  override readonly id = 'schedule-data-purge';
  override readonly event = subscriptionStatusChanged;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async handle({
    subscriptionId,
    userId,
  }: {
    userId: string;
    subscriptionId: string;
  }): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription || !isEnded(subscription.status) || !subscription.endedAt) return;
    const at = subscription.endedAt.getTime() + RETENTION_DAYS * DAY_MS;
    const purge = { userId, subscriptionId };
    await this.outbox.emit(
      productDataPurgeUpcoming,
      { ...purge, purgeAt: new Date(at).toISOString() },
      { dueAt: new Date(at - NOTICE_DAYS * DAY_MS) },
    );
    await this.outbox.emit(productDataPurgeDue, purge, { dueAt: new Date(at) });
  }
}
