import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { AccountDeletions } from '../../auth/index.js';
import {
  isEnded,
  SubscriptionChanges,
  subscriptionStatusChanged,
  Subscriptions,
  type SubscriptionStatusChangedPayload,
} from '../../subscriptions/index.js';
import { UserNotifier } from '../core/user-notifier.js';
import type { PlanEnd } from '../templates/domain/renewal-templates.js';

/**
 * The email about the last failed attempt says that the plan has ended. A plan that was replaced had no access before either. A deleted
 * user gets no email.
 */
const SENDS_NO_EMAIL = ['payment_failed', 'replaced', 'user_deleted'];

const ENDS: Readonly<Record<string, PlanEnd>> = {
  cancellation_requested: 'canceled',
  refunded: 'refunded',
  dispute_lost: 'dispute_lost',
};

/** Emails the customer when their plan has ended. */
@Injectable()
export class SendSubscriptionEndedEmail extends EventHandler<SubscriptionStatusChangedPayload> {
  override readonly id = 'send-subscription-ended-email';
  override readonly event = subscriptionStatusChanged;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
    private readonly changes: SubscriptionChanges,
    private readonly deletions: AccountDeletions,
  ) {
    super();
  }

  override async handle(change: SubscriptionStatusChangedPayload): Promise<void> {
    const { subscriptionId, userId, to, reason } = change;
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription || !isEnded(to) || SENDS_NO_EMAIL.includes(reason)) return;
    // `refund-sent` covers it.
    if (reason === 'refunded' && (await this.changes.isEndedByRefund(subscriptionId))) return;
    const { plan } = subscription;
    const isByStaff = await this.changes.isCanceledByStaff(subscriptionId);
    const end = reason === 'cancellation_requested' && isByStaff ? 'other' : (ENDS[reason] ?? 'other');
    const leaving = (await this.deletions.find(userId)) !== null;
    const params = { plan, end, leaving };
    await this.notifier.send(userId, 'subscription-ended', ({ fullName: name }) => ({ name, ...params }), {
      dedupeKey: `subscription-ended:${subscriptionId}`,
    });
  }
}
