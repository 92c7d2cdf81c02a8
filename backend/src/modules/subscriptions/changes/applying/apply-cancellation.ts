import { Injectable } from '@nestjs/common';
import {
  InvoicesPort,
  RunningSubscriptions,
  SubscriptionChangesPort,
  SubscriptionsPort,
  type ProviderSubscription,
} from '../../../billing/index.js';
import { isUnpaid } from '../../subscription.js';
import { ENDED_BY_CUSTOMER, ENDED_BY_STAFF, statusFrom } from '../../sync-subscription.js';
import type { SubscriptionChangeEntity } from '../subscription-change.entity.js';

/** Cancels a subscription at the provider, now or at the end of the period, or resumes it. */
@Injectable()
export class ApplyCancellation {
  constructor(
    private readonly providerChanges: SubscriptionChangesPort,
    private readonly providerSubscriptions: SubscriptionsPort,
    private readonly providerInvoices: InvoicesPort,
    private readonly runningSubscriptions: RunningSubscriptions,
  ) {}

  async apply(change: SubscriptionChangeEntity, current: ProviderSubscription): Promise<void> {
    // If an upgrade was just paid, it takes effect.
    await this.providerChanges.abandonPriceChange(current.id);
    if (change.kind === 'resume') await this.providerChanges.setCancelAtPeriodEnd(current.id, false);
    else if (change.kind === 'end') await this.endNow(current, ENDED_BY_STAFF);
    else await this.cancel(change, current);
  }

  /** At the end of the period. An open invoice is voided, and a renewal charged in the meantime is refunded. */
  private async cancel(change: SubscriptionChangeEntity, current: ProviderSubscription): Promise<void> {
    const { id, currentPeriodStart } = current;
    await this.providerChanges.releaseSchedule(id);
    const status = statusFrom(current);
    // The period of a paused subscription never ends at the provider.
    if (status && isUnpaid(status)) return this.endNow(current, ENDED_BY_CUSTOMER);
    if (currentPeriodStart < change.periodEnd) return this.providerChanges.setCancelAtPeriodEnd(id, true);
    const request = { eventId: change.id, attempt: 1, reason: ENDED_BY_CUSTOMER };
    await this.runningSubscriptions.end(id, change.createdAt, request);
    return undefined;
  }

  private async endNow({ id }: ProviderSubscription, reason: string): Promise<void> {
    await this.providerSubscriptions.cancel(id, reason);
    await this.providerInvoices.voidOpen(id);
  }
}
