import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { subscriptionChangeDue } from '../../events.js';
import { SubscriptionTransitions } from '../../subscription-transitions.js';
import { SubscriptionsRepository } from '../../subscriptions.repository.js';
import {
  ENDED_BY_REFUND,
  ENDED_BY_STAFF,
  SyncSubscription,
  type SubscriptionSnapshot,
} from '../../sync-subscription.js';
import type { SubscriptionEntity } from '../../subscription.entity.js';
import {
  paymentReversed,
  providerInvoiceChanged,
  providerSubscriptionChanged,
} from '../../../billing/index.js';
import type { ChangeOutcome } from './change-outcome.js';
import { getActor, INDEPENDENT_KINDS, type ChangeKind } from '../../domain/change-rules.js';
import { toAuditDetails } from '../audit-details.js';
import { SubscriptionChangesRepository } from '../subscription-changes.repository.js';

/** Records the outcome of a requested change. */
@Injectable()
export class RecordChange {
  constructor(
    private readonly changes: SubscriptionChangesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly syncSubscription: SyncSubscription,
    private readonly transitions: SubscriptionTransitions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Requires a transaction. */
  async record(changeId: string, outcome: ChangeOutcome, eventId?: string): Promise<void> {
    const found = await this.changes.find(changeId);
    const subscription = found && (await this.subscriptions.lock(found.subscriptionId));
    const change = subscription && (await this.changes.lock(changeId));
    if (!change) return;
    const isIndependent = INDEPENDENT_KINDS.includes(change.kind);
    const latest = isIndependent ? null : await this.changes.findLatest(subscription.id);
    if (outcome.status === 'superseded') return;
    if (latest && latest.id !== changeId) {
      // It was paid before the later change replaced it at the provider.
      if (outcome.status === 'applied' && change.kind === 'upgrade' && change.status !== 'applied')
        await this.syncSubscription.finishApplied(change, subscription);
      // This one reached the provider after a later one was made, and may have undone it there.
      await this.outbox.emit(subscriptionChangeDue, { changeId: latest.id, again: true });
      return;
    }
    if (change.status === 'applied' && outcome.status === 'applied' && outcome.snapshot)
      await this.syncSubscription.apply(outcome.snapshot, { eventId });
    if (change.status !== 'due' && change.status !== 'waiting') return;
    if (outcome.status === 'waiting') {
      change.status = 'waiting';
      // So that an earlier snapshot, which has no pending change, is not taken for its end.
      if (outcome.snapshot) await this.syncSubscription.apply(outcome.snapshot, { eventId });
      return;
    }
    if (
      outcome.status === 'not_set_up' &&
      subscription.providerSubscriptionId &&
      subscription.recurringSetupAt
    ) {
      // It was set up in the meantime.
      await this.outbox.emit(subscriptionChangeDue, { changeId });
      return;
    }
    const { userId, kind } = change;
    const actorId = getActor(change);
    const refund = outcome.status === 'applied' ? outcome.refund : undefined;
    if (outcome.status === 'failed') {
      const inBackground = eventId !== undefined;
      await this.syncSubscription.finishFailed(change, subscription, outcome.reason, inBackground);
      // So that the customer sees the actual state again, and can decide again.
      const { providerSubscriptionId } = subscription;
      if (!outcome.snapshot && providerSubscriptionId)
        await this.outbox.emit(providerSubscriptionChanged, { providerSubscriptionId });
    } else {
      if (refund) {
        change.refundId = refund.id;
        change.amountCents = refund.amountCents;
      }
      await this.syncSubscription.finishApplied(change, subscription);
      if (outcome.status === 'applied') await this.updateInvoices(kind, outcome);
    }
    // The change is closed first, so that the snapshot decides what is stored.
    if (outcome.status !== 'not_set_up' && outcome.snapshot)
      await this.applySnapshot(outcome.snapshot, subscription, eventId);
    if (kind === 'refund' && outcome.status === 'applied' && change.endSubscription)
      await this.transitions.move(subscription, 'refunded', { reason: ENDED_BY_REFUND, actorId, eventId });
    // There is no snapshot that would end it.
    if (kind === 'end' && outcome.status === 'not_set_up')
      await this.transitions.move(subscription, 'canceled', { reason: ENDED_BY_STAFF, actorId, eventId });
    const laterPayments = refund?.paymentIntentIds.filter((id) => id !== change.paymentIntentId) ?? [];
    await this.audit.record({
      actorId,
      action: `subscription.${kind}-${outcome.status === 'failed' ? 'failed' : 'applied'}`,
      subject: { type: 'user', id: userId },
      details: {
        ...toAuditDetails(change, subscription),
        ...(laterPayments.length > 0 && { laterPayments }),
        ...(outcome.status === 'failed' && { error: outcome.reason }),
      },
    });
  }

  /** Reads the invoices of an upgrade or a refund again, so that the customer sees them at once, also if the webhook is late or lost. */
  private async updateInvoices(
    kind: ChangeKind,
    { snapshot, refund }: Extract<ChangeOutcome, { status: 'applied' }>,
  ): Promise<void> {
    const invoice = kind === 'upgrade' && snapshot?.current.latestInvoice;
    if (invoice) await this.outbox.emit(providerInvoiceChanged, { providerInvoiceId: invoice.id });
    for (const paymentIntentId of refund?.paymentIntentIds ?? [])
      await this.outbox.emit(paymentReversed, { paymentIntentId });
  }

  private async applySnapshot(
    snapshot: SubscriptionSnapshot,
    { providerReadAt }: SubscriptionEntity,
    eventId: string | undefined,
  ): Promise<void> {
    await this.syncSubscription.apply(snapshot, { eventId });
    // A newer snapshot was applied while the change was open, without what happens at the end of the period: read again.
    if (providerReadAt && snapshot.readAt < providerReadAt)
      await this.outbox.emit(providerSubscriptionChanged, { providerSubscriptionId: snapshot.current.id });
  }
}
