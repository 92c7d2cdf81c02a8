import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { SubscriptionChangesPort, SubscriptionsPort } from '../billing/index.js';
import type { SubscriptionSnapshot } from './sync-subscription.js';

/** Reads subscriptions from the provider, for {@link SyncSubscription}. */
@Injectable()
export class ReadSubscription {
  constructor(
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly providerChanges: SubscriptionChangesPort,
    private readonly clock: Clock,
  ) {}

  /** Undefined if it does not exist there. */
  async read(providerSubscriptionId: string): Promise<SubscriptionSnapshot | undefined> {
    const readAt = this.clock.now();
    const current = await this.providerSubscriptions.find(providerSubscriptionId);
    if (!current) return undefined;
    return {
      current,
      readAt,
      scheduled: current.scheduleId ? await this.scheduledBy(current.scheduleId) : null,
    };
  }

  private async scheduledBy(scheduleId: string): Promise<SubscriptionSnapshot['scheduled']> {
    const next = await this.providerChanges.findScheduledPrice(scheduleId);
    return next?.planPrice ? { ...next.planPrice, amountCents: next.amountCents, at: next.at } : null;
  }
}
