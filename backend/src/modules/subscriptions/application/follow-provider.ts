import { offerOf } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { ProviderSubscription } from '../../billing/index.js';
import { subscriptionPastDue } from '../domain/events.js';
import { givesAccess, type StoredStatus, type Subscription } from '../domain/subscription.js';
import { PlanEndingsRepository } from '../persistence/plan-endings.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Our status for the provider's; undefined while the first payment is still being credited there. */
export function statusFrom(status: ProviderSubscription['status']): StoredStatus | undefined {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'past_due') return 'past_due';
  if (status === 'canceled' || status === 'unpaid' || status === 'paused') return 'canceled';
  return undefined;
}

/** Brings our copy of a subscription to what the provider says now. Late, repeated and out-of-order notices are harmless. */
@Injectable()
export class FollowProvider {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly endings: PlanEndingsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** In a transaction. `current` as just read from the provider. */
  async apply(current: ProviderSubscription): Promise<void> {
    const known = await this.find(current);
    const status = statusFrom(current.status);
    if (!known || !status || known.status === 'refunded') return;
    if (known.settledAt === null || (await this.mayNotRevive(known, status))) return;
    const { plan, interval } = current.offer ?? known;
    await this.subscriptions.noteState(known.id, {
      status,
      plan,
      interval,
      amountCents: offerOf(plan, interval).amountCents,
      currentPeriodStart: current.currentPeriodStart,
      currentPeriodEnd: current.currentPeriodEnd,
      cancelAtPeriodEnd: current.cancelAtPeriodEnd,
      endedAt: givesAccess(status) ? null : (current.endedAt ?? current.currentPeriodEnd),
    });
    if (status === 'past_due' && known.status !== 'past_due') {
      await this.outbox.emit(subscriptionPastDue, {
        subscriptionId: known.id,
        accountId: known.accountId,
        payUrl: current.latestInvoice?.payUrl ?? null,
      });
    }
  }

  /**
   * A customer has one plan that gives access; an older one that comes back to life at the provider is left to support. One of a
   * deleted account is still being ended there.
   */
  private async mayNotRevive(known: Subscription, status: StoredStatus): Promise<boolean> {
    if (!givesAccess(status) || givesAccess(known.status)) return false;
    if (await this.endings.find(known.accountId)) return true;
    return (await this.subscriptions.findLiveOf(known.accountId)) !== undefined;
  }

  private async find(current: ProviderSubscription): Promise<Subscription | undefined> {
    const known = await this.subscriptions.findByProviderId(current.id);
    return known && this.subscriptions.lock(known.id);
  }
}
