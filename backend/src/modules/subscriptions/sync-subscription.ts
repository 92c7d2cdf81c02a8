import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { ProviderSubscription } from '../billing/index.js';
import { ScheduledPlanChange } from './changes/scheduled-plan-change.js';
import type { SubscriptionChangeEntity } from './changes/subscription-change.entity.js';
import { SubscriptionChangesRepository } from './changes/subscription-changes.repository.js';
import {
  getActor,
  isTargetPrice,
  PAYMENT_EXPIRED,
  SUBSCRIPTION_ENDED,
  type ChangeStatus,
} from './domain/change-rules.js';
import { subscriptionChangeApplied, subscriptionChangeFailed } from './events.js';
import { GuaranteeRefundsRepository } from './refunds/guarantee-refunds.repository.js';
import { CancellationSubmissionsRepository } from './submissions/cancellation-submissions.repository.js';
import {
  canGiveAccess,
  computeGraceUntil,
  isEnded,
  computeNextCheckAt,
  NOTHING_PENDING,
  type PendingChange,
  type StoredStatus,
} from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionTransitions } from './subscription-transitions.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** A subscription as read from the provider. */
export interface SubscriptionSnapshot {
  current: ProviderSubscription;
  /** When the read started: everything that happened before is included. */
  readAt: Date;
  /** The plan it changes to at the end of the period. */
  scheduled: { plan: PaidPlan; interval: BillingInterval; amountCents: number | null; at: Date } | null;
}

/** Stored fields that the provider decides. */
export type SyncedFields = Pick<
  SubscriptionEntity,
  | 'status'
  | 'plan'
  | 'interval'
  | 'amountCents'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
>;

/** Our reasons to cancel a subscription, stored at the provider with the cancellation. */
export const ENDED_BY_REFUND = 'refunded';
export const ENDED_BY_DISPUTE = 'dispute_lost';
export const ENDED_BY_CUSTOMER = 'cancellation_requested';
export const ENDED_BY_STAFF = 'ended_by_staff';
export const ENDED_BY_REPLACEMENT = 'replaced';

/** The decisions that end a subscription for these reasons. */
const DECISIONS: Readonly<Record<string, 'cancel' | 'end' | 'refund'>> = {
  [ENDED_BY_REFUND]: 'refund',
  [ENDED_BY_CUSTOMER]: 'cancel',
  [ENDED_BY_STAFF]: 'end',
};

/** Maps the provider's status to ours; undefined while the first payment is not applied there yet. */
export function statusFrom(
  current: Pick<ProviderSubscription, 'status' | 'cancellationReason'>,
): StoredStatus | undefined {
  switch (current.status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return current.status;
    case 'canceled':
      return current.cancellationReason === ENDED_BY_REFUND ? 'refunded' : 'canceled';
    case 'incomplete_expired':
      return 'canceled';
    case 'incomplete':
      return undefined;
  }
}

/**
 * Updates our copy of a subscription to the provider's current state. The only code that does, for webhook events, reconciliation and
 * requests alike. Late, repeated and out-of-order calls are harmless.
 */
@Injectable()
export class SyncSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly transitions: SubscriptionTransitions,
    private readonly changes: SubscriptionChangesRepository,
    private readonly scheduledPlanChange: ScheduledPlanChange,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Requires a transaction. Returns the stored fields before and after; undefined if the snapshot was not applied. */
  async apply(
    snapshot: SubscriptionSnapshot,
    { eventId }: { eventId?: string } = {},
  ): Promise<{ before: SyncedFields; after: SyncedFields } | undefined> {
    const { current, readAt } = snapshot;
    const known = await this.find(current);
    const status = statusFrom(current);
    if (!known || !status || !known.recurringSetupAt || isEnded(known.status)) return undefined;
    // A newer snapshot was applied while this one was on its way.
    if (known.providerReadAt && readAt < known.providerReadAt) return undefined;
    if (await this.isSecondActive(known, status)) return undefined;
    const before = pickSyncedFields(known);
    await this.resolveWaiting(known, current);
    this.update(known, snapshot, { status, open: (await this.changes.findOpen(known.id))?.status });
    if (before.plan !== known.plan || before.interval !== known.interval)
      await this.finishPaidUpgrade(known, current);
    const reason = (isEnded(status) && current.cancellationReason) || `provider_${current.status}`;
    await this.transitions.move(known, status, {
      reason,
      actorId: known.status === status ? null : await this.findActor(known.id, reason),
      eventId,
      endedAt: current.endedAt ?? current.currentPeriodEnd,
    });
    return { before, after: pickSyncedFields(known) };
  }

  private update(
    known: SubscriptionEntity,
    { current, readAt, scheduled }: SubscriptionSnapshot,
    { status, open }: { status: StoredStatus; open: ChangeStatus | undefined },
  ): void {
    const { plan, interval } = current.planPrice ?? known;
    const { id, amountCents, currency } = current.price ?? {
      id: known.providerPriceId,
      amountCents: known.amountCents,
      currency: known.currency,
    };
    const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, cancelAt } = current;
    const nextAttemptAt = current.latestInvoice?.nextAttemptAt ?? null;
    const { graceUntil } = known;
    this.subscriptions.updateState(known, {
      plan,
      interval,
      providerPriceId: id,
      amountCents,
      currency,
      currentPeriodStart,
      currentPeriodEnd,
      // A snapshot from before the customer's latest decision was applied must not undo it.
      ...(open !== 'due' && { cancelAtPeriodEnd, cancelAt }),
      // A scheduled change holds until the upgrade that replaces it is paid.
      ...(!open && toPendingFields(scheduled)),
      graceUntil: computeGraceUntil(
        { status, currentPeriodStart, currentPeriodEnd, graceUntil, nextAttemptAt },
        readAt,
      ),
      providerReadAt: readAt,
      nextCheckAt: computeNextCheckAt({ status, currentPeriodEnd, isWaiting: open === 'waiting' }, readAt),
    });
  }

  /** Who decided the end; null for the provider and the system. */
  private async findActor(subscriptionId: string, reason: string): Promise<string | null> {
    const kind = DECISIONS[reason];
    const decision = kind ? await this.changes.findDecisionToEnd(subscriptionId, kind) : null;
    return decision && getActor(decision);
  }

  /** A customer has at most one subscription that gives access, so a suspended one that the provider reactivates is left to staff. */
  private async isSecondActive(known: SubscriptionEntity, status: StoredStatus): Promise<boolean> {
    if (!canGiveAccess(status) || canGiveAccess(known.status)) return false;
    return (await this.subscriptions.findActiveByUser(known.userId)) !== null;
  }

  /** Finishes a price change that waited for the customer's bank: paid or abandoned. */
  private async resolveWaiting(
    known: SubscriptionEntity,
    { planPrice, hasPendingUpdate, endedAt }: ProviderSubscription,
  ): Promise<void> {
    const change = await this.changes.findOpen(known.id);
    if (change?.status !== 'waiting' || hasPendingUpdate) return;
    if (isTargetPrice(change, planPrice)) await this.finishApplied(change, known);
    else await this.finishFailed(change, known, endedAt ? SUBSCRIPTION_ENDED : PAYMENT_EXPIRED, true);
  }

  /** Finishes an upgrade that was paid although a later decision had replaced it, or it had been recorded as failed. */
  private async finishPaidUpgrade(
    known: SubscriptionEntity,
    { latestInvoice }: ProviderSubscription,
  ): Promise<void> {
    const { id: subscriptionId, plan, interval } = known;
    if (latestInvoice?.status !== 'paid' || !latestInvoice.proratedAt) return;
    const paid = { subscriptionId, plan, interval, proratedAt: latestInvoice.proratedAt };
    const change = await this.changes.findUnfinishedUpgrade(paid);
    if (change) await this.finishApplied(change, known);
  }

  /** Records that a change was applied at the provider. Requires a transaction. */
  async finishApplied(change: SubscriptionChangeEntity, subscription: SubscriptionEntity): Promise<void> {
    this.changes.finish(change, 'applied');
    const { id: changeId, subscriptionId, userId, kind } = change;
    await this.outbox.emit(subscriptionChangeApplied, { changeId, subscriptionId, userId, kind });
    if (kind === 'upgrade') await this.scheduledPlanChange.drop(subscription);
  }

  /** Records that a change can't be applied at the provider. Requires a transaction. `inBackground`: no page shows it. */
  async finishFailed(
    change: SubscriptionChangeEntity,
    subscription: SubscriptionEntity,
    reason: string,
    inBackground: boolean,
  ): Promise<void> {
    this.changes.finish(change, 'failed', reason);
    const { id: changeId, subscriptionId, userId, kind } = change;
    const failed = { changeId, subscriptionId, userId, kind, reason, inBackground };
    await this.outbox.emit(subscriptionChangeFailed, failed);
    // Nothing was refunded, so the guarantee can still be used, and a withdrawal can be confirmed again.
    if (kind === 'refund' && !change.refundId && !change.actorId && change.endSubscription) {
      await this.guaranteeRefunds.remove(userId, subscriptionId);
      if (change.submissionId) await this.submissions.reopen(change.submissionId);
    }
    if (kind === 'upgrade' && reason !== SUBSCRIPTION_ENDED)
      await this.scheduledPlanChange.restore(subscription);
  }

  private async find(current: ProviderSubscription): Promise<SubscriptionEntity | null> {
    const known = await this.subscriptions.findByProviderId(current.id);
    return known && this.subscriptions.lock(known.id);
  }
}

/** The plan it changes to at the end of the period. */
function toPendingFields(scheduled: SubscriptionSnapshot['scheduled']): PendingChange {
  if (!scheduled) return NOTHING_PENDING;
  const { plan, interval, amountCents, at } = scheduled;
  return { pendingPlan: plan, pendingInterval: interval, pendingAmountCents: amountCents, pendingAt: at };
}

function pickSyncedFields(subscription: SubscriptionEntity): SyncedFields {
  const { status, plan, interval, amountCents, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } =
    subscription;
  return { status, plan, interval, amountCents, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd };
}
