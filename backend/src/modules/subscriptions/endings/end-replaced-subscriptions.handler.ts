import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { SubscriptionsPort } from '../../billing/index.js';
import { subscriptionActivated, type SubscriptionActivatedPayload } from '../events.js';
import { ReadSubscription } from '../read-subscription.js';
import { isUnpaid } from '../subscription.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import {
  ENDED_BY_REPLACEMENT,
  statusFrom,
  SyncSubscription,
  type SubscriptionSnapshot,
} from '../sync-subscription.js';

/**
 * Ends the unpaid or paused earlier plans of a customer who has bought a new one. Otherwise, paying an old invoice would make both
 * renew. One that was paid in the meantime is left to staff.
 */
@Injectable()
export class EndReplacedSubscriptions extends EffectHandler<
  SubscriptionActivatedPayload,
  SubscriptionSnapshot[]
> {
  override readonly id = 'end-replaced-subscriptions';
  override readonly event = subscriptionActivated;

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly readSubscription: ReadSubscription,
    private readonly syncSubscription: SyncSubscription,
  ) {
    super();
  }

  override async perform({
    subscriptionId,
    userId,
  }: SubscriptionActivatedPayload): Promise<SubscriptionSnapshot[]> {
    const snapshots: SubscriptionSnapshot[] = [];
    const all = await this.subscriptions.listByUser(userId);
    const activated = all.find(({ id }) => id === subscriptionId);
    for (const { status, createdAt, providerSubscriptionId } of all) {
      if (!activated || createdAt >= activated.createdAt) continue;
      if (!isUnpaid(status) || !providerSubscriptionId) continue;
      const current = await this.providerSubscriptions.find(providerSubscriptionId);
      const currentStatus = current && statusFrom(current);
      if (currentStatus && isUnpaid(currentStatus))
        await this.providerSubscriptions.cancel(providerSubscriptionId, ENDED_BY_REPLACEMENT);
      const snapshot = await this.readSubscription.read(providerSubscriptionId);
      if (snapshot) snapshots.push(snapshot);
    }
    return snapshots;
  }

  /** The change of status has open invoices voided. */
  override async record(snapshots: SubscriptionSnapshot[]): Promise<void> {
    for (const snapshot of snapshots) await this.syncSubscription.apply(snapshot);
  }
}
