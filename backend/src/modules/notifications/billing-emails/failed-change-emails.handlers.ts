import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  isEnded,
  PROVIDER_REJECTED,
  getScheduledChange,
  SUBSCRIPTION_ENDED,
  subscriptionChangeFailed,
  SubscriptionChanges,
  Subscriptions,
  UPGRADE_PAID,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionChangeFailedPayload,
} from '../../subscriptions/index.js';
import { UserNotifier } from '../core/user-notifier.js';

/** Emails the customer about a decision that failed after they left the page. */
@Injectable()
export class SendFailedChangeEmail extends EventHandler<SubscriptionChangeFailedPayload> {
  override readonly id = 'send-failed-change-email';
  override readonly event = subscriptionChangeFailed;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
    private readonly changes: SubscriptionChanges,
  ) {
    super();
  }

  override async handle({ changeId, reason, inBackground }: SubscriptionChangeFailedPayload): Promise<void> {
    const change = await this.changes.find(changeId);
    const subscription = change && (await this.subscriptions.findById(change.subscriptionId));
    // It was paid in the meantime, or staff decided it.
    if (!subscription || change.status !== 'failed' || change.actorId) return;
    if (change.kind === 'upgrade' || change.kind === 'schedule') {
      // A declined card is reported on the page. Events stored by earlier versions don't say whether there was one.
      const isShown = inBackground === false || (inBackground === undefined && !NEVER_SHOWN.includes(reason));
      if (!isShown && reason !== SUBSCRIPTION_ENDED) await this.sendPlanChangeFailed(change, subscription);
    } else if (isAwaited(change, reason)) await this.sendRequestFailed(change, subscription);
  }

  private sendPlanChangeFailed(change: SubscriptionChange, subscription: Subscription): Promise<void> {
    const { userId } = subscription;
    const scheduled = getScheduledChange(subscription);
    const params = {
      plan: change.plan!,
      atPeriodEnd: change.kind === 'schedule',
      ...(scheduled && { scheduled }),
    };
    return this.notifier.send(userId, 'plan-change-failed', ({ fullName: name }) => ({ name, ...params }), {
      dedupeKey: failedChangeKey(change),
    });
  }

  private sendRequestFailed(change: AwaitedChange, subscription: Subscription): Promise<void> {
    const { userId, plan, status, currentPeriodEnd } = subscription;
    const at = isEnded(status) ? null : currentPeriodEnd.toISOString();
    const params = { plan, kind: change.kind, at };
    return this.notifier.send(userId, 'plan-request-failed', ({ fullName: name }) => ({ name, ...params }), {
      dedupeKey: failedChangeKey(change),
    });
  }
}

/** Reasons that no page has shown, in any version. */
const NEVER_SHOWN: readonly string[] = ['expired', PROVIDER_REJECTED];

type AwaitedChange = SubscriptionChange & { kind: 'cancel' | 'resume' | 'unschedule' | 'refund' };

/** Whether the customer expects its result. */
function isAwaited(change: SubscriptionChange, reason: string): change is AwaitedChange {
  switch (change.kind) {
    case 'cancel':
      return true;
    case 'resume':
      return reason === PROVIDER_REJECTED || reason === SUBSCRIPTION_ENDED;
    case 'unschedule':
      return reason === PROVIDER_REJECTED && change.reason !== UPGRADE_PAID;
    case 'refund':
      // Under the guarantee. If the bank returned the money later, staff contact the customer.
      return change.endSubscription && change.refundId === null;
    default:
      return false;
  }
}

const failedChangeKey = ({ id }: SubscriptionChange): string => `subscription-change-failed:${id}`;
