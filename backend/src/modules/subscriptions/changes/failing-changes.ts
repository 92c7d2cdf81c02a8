import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { InvoicesRepository } from '../../billing/index.js';
import { getUnfinishedKind, type ChangeKind } from '../domain/change-rules.js';
import { isEnded } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { FailingChangesRepository } from './failing-changes.repository.js';
import type { SubscriptionChangeEntity } from './subscription-change.entity.js';

const MAX_LISTED = 500;

/** A decision of a customer or staff that the provider keeps rejecting. */
export interface FailingChange {
  kind: ChangeKind;
  userId: string;
  checkoutId: string;
  /** The payment to refund, or the subscription to change, at the provider. */
  paymentId: string;
  amountCents: number;
  currency: string;
  failures: number;
  reason: string;
  isRetried: boolean;
}

/** Decisions that could not be applied at the provider, until they are applied or replaced: a list for staff, and a metric to alert on. */
@Injectable()
export class FailingChanges implements OnModuleInit {
  constructor(
    private readonly failing: FailingChangesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly metrics: Metrics,
  ) {}

  /** Longest waiting first, of the latest 500. */
  async list(): Promise<FailingChange[]> {
    const changes = (await this.failing.list(MAX_LISTED)).reverse();
    const ids = [...new Set(changes.map(({ subscriptionId }) => subscriptionId))];
    const subscriptions = new Map(
      (await this.subscriptions.findByIds(ids)).map((found) => [found.id, found]),
    );
    const all = await this.failing.listBySubscriptions(ids);
    const refunded = await this.invoices.findRefunded(
      changes.flatMap(({ paymentIntentId }) => paymentIntentId ?? []),
    );
    return changes.flatMap((change) => {
      const subscription = subscriptions.get(change.subscriptionId)!;
      const isResolved =
        getUnfinishedKind(change) === 'refund'
          ? refunded.has(change.paymentIntentId!)
          : isEnded(subscription.status);
      const isReplaced = all.some((other) => replaces(other, change));
      return isResolved || isReplaced ? [] : [toFailingChange(change, subscription)];
    });
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'subscription_changes_failing',
      'Refunds, cancellations and other decisions that the payment provider keeps rejecting: still retried, or failed.',
      ['status'],
      async (gauge) => {
        const changes = await this.list();
        const retried = changes.filter(({ isRetried }) => isRetried).length;
        gauge.set({ status: 'retried' }, retried);
        gauge.set({ status: 'failed' }, changes.length - retried);
      },
    );
  }
}

/** Whether a change was made later and for the same purpose. */
function replaces(other: SubscriptionChangeEntity, change: SubscriptionChangeEntity): boolean {
  if (other.subscriptionId !== change.subscriptionId || other.id <= change.id) return false;
  const isRefund = change.kind === 'refund';
  if (isRefund !== (other.kind === 'refund')) return false;
  return !isRefund || other.paymentIntentId === change.paymentIntentId;
}

function toFailingChange(change: SubscriptionChangeEntity, subscription: SubscriptionEntity): FailingChange {
  const { userId, attempts, lastError, failureReason, status } = change;
  const kind = getUnfinishedKind(change);
  const paymentIntentId = kind === 'refund' ? change.paymentIntentId : null;
  const { checkoutId, providerSubscriptionId, currency } = subscription;
  return {
    kind,
    userId,
    checkoutId,
    paymentId: paymentIntentId ?? providerSubscriptionId ?? checkoutId,
    amountCents: change.amountCents ?? subscription.amountCents,
    currency,
    failures: Math.max(attempts, 1),
    reason: lastError ?? failureReason ?? 'unknown',
    isRetried: status === 'due',
  };
}
