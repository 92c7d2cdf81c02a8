import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { AccountDeletions } from '../../auth/index.js';
import {
  DELETION_UNDONE,
  isEnded,
  subscriptionChangeApplied,
  SubscriptionChanges,
  subscriptionRefundedAtProvider,
  Subscriptions,
  UPGRADE_FAILED,
  UPGRADE_PAID,
  type SubscriptionChange,
  type Subscription,
  type SubscriptionChangePayload,
} from '../../subscriptions/index.js';
import { UserNotifier } from '../core/user-notifier.js';
import type { ResumedPlanParams } from '../templates/domain/plan-change-templates.js';

const PLAN_CHANGE_EMAILS = {
  upgrade: 'plan-changed',
  schedule: 'plan-change-scheduled',
  unschedule: 'plan-change-undone',
} as const;

/** Emails the customer once a change of their subscription has been applied. */
@Injectable()
export class SendSubscriptionChangeEmail extends EventHandler<SubscriptionChangePayload> {
  override readonly id = 'send-subscription-change-email';
  override readonly event = subscriptionChangeApplied;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
    private readonly changes: SubscriptionChanges,
    private readonly deletions: AccountDeletions,
  ) {
    super();
  }

  override async handle({ changeId, subscriptionId }: SubscriptionChangePayload): Promise<void> {
    const change = await this.changes.find(changeId);
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (change && subscription) await this.send(change, subscription);
  }

  private async send(change: SubscriptionChange, subscription: Subscription): Promise<void> {
    const { userId, plan, currency, currentPeriodEnd, cancelAt } = subscription;
    // Two requests may find the same refund, which is announced once.
    const dedupeKey = change.refundId ? `refund:${change.refundId}` : `subscription-change:${change.id}`;
    const options = { dedupeKey };
    const at = currentPeriodEnd.toISOString();
    switch (change.kind) {
      case 'cancel':
        // If the plan ended immediately, `subscription-ended` is sent instead.
        if (subscription.endedAt) return;
        // The receipt of the submission says so.
        if (change.submissionId) return;
        // The email about the deletion says so, and this one would promise to keep data.
        if (await this.deletions.find(userId)) return;
        await this.notifier.send(
          userId,
          'subscription-canceled',
          ({ fullName: name }) => ({ name, plan, at: (cancelAt ?? currentPeriodEnd).toISOString() }),
          options,
        );
        return;
      case 'resume':
        // The email about the account says so.
        if (change.reason === DELETION_UNDONE) return;
        await this.notifier.send(
          userId,
          'subscription-resumed',
          ({ fullName: name }) => ({ name, plan, at, ...restoredBy(change) }),
          options,
        );
        return;
      case 'upgrade':
      case 'schedule':
      case 'unschedule': {
        // Nothing has changed for the customer, or the email about the upgrade says so.
        if (change.reason === UPGRADE_FAILED || change.reason === UPGRADE_PAID) return;
        const terms = change.kind === 'unschedule' ? subscription : this.getNewTerms(change);
        const { plan: newPlan, interval, amountCents } = terms;
        await this.notifier.send(
          userId,
          PLAN_CHANGE_EMAILS[change.kind],
          ({ fullName: name }) => ({ name, plan: newPlan, interval, amountCents, currency, at }),
          options,
        );
        return;
      }
      case 'refund':
        await this.notifier.send(
          userId,
          'refund-sent',
          ({ fullName: name }) => ({
            name,
            amountCents: change.amountCents,
            currency,
            ended: change.endSubscription || isEnded(subscription.status),
          }),
          options,
        );
        return;
      default:
    }
  }

  private getNewTerms(change: SubscriptionChange) {
    return {
      plan: change.plan!,
      interval: change.interval!,
      amountCents: this.changes.getPriceCents(change),
    };
  }
}

interface ProviderRefundPayload {
  subscriptionId: string;
  userId: string;
  refundId: string;
  amountCents: number;
}

/** Emails the customer about a refund that staff made at the payment provider, once. */
@Injectable()
export class SendProviderRefundEmail extends EventHandler<ProviderRefundPayload> {
  override readonly id = 'send-provider-refund-email';
  override readonly event = subscriptionRefundedAtProvider;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle(payload: ProviderRefundPayload): Promise<void> {
    const { subscriptionId, userId, refundId, amountCents } = payload;
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription) return;
    const { currency, status } = subscription;
    await this.notifier.send(
      userId,
      'refund-sent',
      ({ fullName: name }) => ({ name, amountCents, currency, ended: isEnded(status) }),
      { dedupeKey: `refund:${refundId}` },
    );
  }
}

function restoredBy({ plan, interval }: SubscriptionChange): Pick<ResumedPlanParams, 'scheduled'> {
  return plan && interval ? { scheduled: { plan, interval } } : {};
}
