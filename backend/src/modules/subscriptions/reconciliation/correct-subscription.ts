import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { StoreInvoice, type ProviderInvoice } from '../../billing/index.js';
import { RecurringSetups, type RecurringSetup } from '../recurring-setups.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionTransitions } from '../subscription-transitions.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import {
  ENDED_BY_CUSTOMER,
  SyncSubscription,
  type SubscriptionSnapshot,
  type SyncedFields,
} from '../sync-subscription.js';

/** A stored field that differed from the provider's. */
export interface Drift {
  subscriptionId: string;
  field: string;
  before: unknown;
  after: unknown;
}

/** Corrects a subscription and its invoices with the code that handles webhook events, and records what differed. */
@Injectable()
export class CorrectSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly recurringSetups: RecurringSetups,
    private readonly syncSubscription: SyncSubscription,
    private readonly storeInvoice: StoreInvoice,
    private readonly transitions: SubscriptionTransitions,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Requires a transaction. Invoices are newest first. `setup` is set if it was completed just now. Returns what differed. */
  async correct(
    id: string,
    snapshot: SubscriptionSnapshot | undefined,
    invoices: readonly ProviderInvoice[],
    setup: RecurringSetup | undefined,
  ): Promise<Drift[]> {
    const subscription = await this.subscriptions.lock(id);
    if (!subscription) return [];
    if (setup) await this.recurringSetups.record(id, setup);
    if (!subscription.recurringSetupAt) return this.endUnlessSetUp(subscription);
    const applied = snapshot && (await this.syncSubscription.apply(snapshot));
    if (!applied) this.subscriptions.postponeCheck(subscription);
    const drifts = applied ? differences(id, applied) : [];
    for (const invoice of invoices.toReversed()) {
      const before = await this.storeInvoice.store(invoice);
      if (before?.status !== invoice.status)
        drifts.push({
          subscriptionId: id,
          field: 'invoice',
          before: before ? `${invoice.id} ${before.status}` : null,
          after: `${invoice.id} ${invoice.status}`,
        });
    }
    if (drifts.length > 0) await this.record(subscription, drifts);
    return drifts;
  }

  /** Without recurring billing, the plan ends with the period that was paid for. */
  private async endUnlessSetUp(subscription: SubscriptionEntity): Promise<Drift[]> {
    const { id: subscriptionId, status: before, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
    if (this.clock.now() < currentPeriodEnd) {
      this.subscriptions.postponeCheck(subscription);
      return [];
    }
    await this.transitions.move(subscription, 'canceled', {
      reason: cancelAtPeriodEnd ? ENDED_BY_CUSTOMER : 'recurring_setup_failed',
      endedAt: currentPeriodEnd,
    });
    return [{ subscriptionId, field: 'status', before, after: 'canceled' }];
  }

  private record({ id, userId }: SubscriptionEntity, drifts: readonly Drift[]): Promise<void> {
    return this.audit.record({
      actorId: null,
      action: 'subscription.drift',
      subject: { type: 'user', id: userId },
      details: {
        subscriptionId: id,
        fields: drifts.map(({ field, before, after }) => ({ field, before, after })),
      },
    });
  }
}

function differences(
  subscriptionId: string,
  { before, after }: { before: SyncedFields; after: SyncedFields },
): Drift[] {
  return (Object.keys(after) as (keyof SyncedFields)[])
    .map((field) => ({
      subscriptionId,
      field,
      before: comparable(before[field]),
      after: comparable(after[field]),
    }))
    .filter((drift) => drift.before !== drift.after);
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
