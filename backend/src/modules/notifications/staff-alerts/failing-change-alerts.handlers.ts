import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  needsStaff,
  subscriptionChangeFailed,
  subscriptionChangeRejected,
  SubscriptionChanges,
  Subscriptions,
  getUnfinishedKind,
  type SubscriptionChange,
  type SubscriptionChangeFailedPayload,
} from '../../subscriptions/index.js';
import { AlertStaff } from './alert-staff.js';
import { AlertedCustomers } from './alerted-customers.js';

/** Alerts staff to a refund, a cancellation or another decision that can't be applied at the payment provider. */
@Injectable()
export class AlertFailingChange {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly customers: AlertedCustomers,
    private readonly alertStaff: AlertStaff,
  ) {}

  /** `final`: it won't be retried. Each customer waits for their money or their change, so no alert is held back. */
  async alert(change: SubscriptionChange, final: boolean): Promise<void> {
    const { id, userId, paymentIntentId: paymentId, lastError, failureReason } = change;
    const kind = getUnfinishedKind(change);
    const subscription = (await this.subscriptions.findById(change.subscriptionId))!;
    const reason = lastError ?? failureReason ?? 'unknown';
    const common = { ...(await this.customers.find(userId)), reason, final };
    const stage = final ? 'failed' : 'rejected';
    if (kind === 'refund' && paymentId) {
      const amountCents = change.amountCents ?? subscription.amountCents;
      const params = { ...common, paymentId, amountCents };
      await this.alertStaff.alert(`refund:${paymentId}:${stage}`, 'refund-failed', params);
    } else {
      const subscriptionId = subscription.providerSubscriptionId ?? subscription.id;
      const params = { ...common, kind, subscriptionId };
      await this.alertStaff.alert(`change:${id}:${stage}`, 'subscription-change-failed', params);
    }
  }
}

/** Alerts staff to a decision that the payment provider keeps rejecting. */
@Injectable()
export class SendRejectedChangeAlert extends EventHandler<{ changeId: string }> {
  override readonly id = 'send-rejected-change-alert';
  override readonly event = subscriptionChangeRejected;

  constructor(
    private readonly changes: SubscriptionChanges,
    private readonly alertFailingChange: AlertFailingChange,
  ) {
    super();
  }

  override async handle({ changeId }: { changeId: string }): Promise<void> {
    const change = await this.changes.find(changeId);
    if (change?.status === 'due') await this.alertFailingChange.alert(change, false);
  }
}

/** Alerts staff to a decision that failed for good, unless it was a plan change that wasn't paid. */
@Injectable()
export class SendFailedChangeAlert extends EventHandler<SubscriptionChangeFailedPayload> {
  override readonly id = 'send-failed-change-alert';
  override readonly event = subscriptionChangeFailed;

  constructor(
    private readonly changes: SubscriptionChanges,
    private readonly alertFailingChange: AlertFailingChange,
  ) {
    super();
  }

  override async handle(failed: SubscriptionChangeFailedPayload): Promise<void> {
    const change = await this.changes.find(failed.changeId);
    if (change?.status === 'failed' && needsStaff(failed)) await this.alertFailingChange.alert(change, true);
  }
}
