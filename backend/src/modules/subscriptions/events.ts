import type { SubscriptionMismatchKind } from '@subscription-site/shared/contracts';
import { eventType } from '../../platform/outbox/event-type.js';
import type { ChangeKind } from './domain/change-rules.js';
import type { StoredStatus } from './subscription.js';

/** The amount paid minus refunds, in the currency's smallest unit. */
export interface PaidAmount {
  amount: number;
  currency: string;
}

export interface SubscriptionActivatedPayload {
  subscriptionId: string;
  userId: string;
  paid?: PaidAmount;
}

/** A subscription started to give access. Emitted once per subscription. */
export const subscriptionActivated = eventType<SubscriptionActivatedPayload>(
  'subscription.activated',
  'events',
);

/** A provisioned payment needs a customer, a recurring subscription and a paid first invoice at the provider. */
export const subscriptionRecurringSetupDue = eventType<{ subscriptionId: string }>(
  'subscription.recurring_setup_due',
  'payments',
);

/** Recurring setup keeps failing; retries continue. Emitted once per subscription. */
export const recurringSetupFailed = eventType<{ subscriptionId: string }>(
  'subscription.recurring_setup_failed',
  'events',
);

export interface FirstInvoiceDiffersPayload {
  subscriptionId: string;
  invoiceId: string;
  totalCents: number;
  currency: string;
  paidCents: number;
}

/** The first invoice's total isn't what the customer has paid, and staff must decide about the difference. */
export const firstInvoiceDiffers = eventType<FirstInvoiceDiffersPayload>(
  'subscription.first_invoice_differs',
  'events',
);

export interface SubscriptionStatusChangedPayload {
  subscriptionId: string;
  userId: string;
  from: StoredStatus;
  to: StoredStatus;
  reason: string;
}

/** The status of a subscription changed. Emitted once per row of history after the first. */
export const subscriptionStatusChanged = eventType<SubscriptionStatusChangedPayload>(
  'subscription.status_changed',
  'events',
);

export interface SubscriptionDisputedPayload {
  subscriptionId: string;
  userId: string;
  paymentIntentId: string;
  amountCents: number;
  currency: string;
  /** As the provider names them. */
  reason: string;
  status: string;
  evidenceDueAt: string | null;
}

/** A payment of a subscription was disputed, or its dispute was decided. */
export const subscriptionDisputed = eventType<SubscriptionDisputedPayload>('subscription.disputed', 'events');

/**
 * A payment was refunded at the provider, not here, and the subscription doesn't end with it. Emitted whenever the payment's refunds and
 * disputes are read.
 */
export const subscriptionRefundedAtProvider = eventType<{
  subscriptionId: string;
  userId: string;
  refundId: string;
  amountCents: number;
}>('subscription.refunded_at_provider', 'events');

/** A subscription at the provider doesn't match ours, and staff must decide. Emitted once until it is resolved. */
export const subscriptionMismatchFound = eventType<{
  providerSubscriptionId: string;
  kind: SubscriptionMismatchKind;
}>('subscription.mismatch_found', 'events');

/** A customer or staff member changed a subscription. `again`: a later snapshot showed that it must be applied once more. */
export const subscriptionChangeDue = eventType<{ changeId: string; again?: boolean }>(
  'subscription_change.due',
  'payments',
);

export interface SubscriptionChangePayload {
  changeId: string;
  subscriptionId: string;
  userId: string;
  kind: ChangeKind;
}

/** A subscription change was applied at the provider. */
export const subscriptionChangeApplied = eventType<SubscriptionChangePayload>(
  'subscription_change.applied',
  'events',
);

/** The provider keeps rejecting a change of a subscription; retries continue. Emitted once per change. */
export const subscriptionChangeRejected = eventType<{ changeId: string }>(
  'subscription_change.rejected',
  'events',
);

export interface SubscriptionChangeFailedPayload {
  changeId: string;
  subscriptionId: string;
  userId: string;
  kind: ChangeKind;
  reason: string;
  /** It failed in the worker, so no page has shown it. */
  inBackground?: boolean;
}

/** A subscription change failed permanently. */
export const subscriptionChangeFailed = eventType<SubscriptionChangeFailedPayload>(
  'subscription_change.failed',
  'events',
);

/** Someone submitted a cancellation or withdrawal without signing in. */
export const cancellationSubmitted = eventType<{ submissionId: string }>(
  'cancellation_submission.received',
  'events',
);

/** A submission was matched with a subscription, or has none. */
export const cancellationSubmissionProcessed = eventType<{ submissionId: string }>(
  'cancellation_submission.processed',
  'events',
);

/** The refund of a withdrawal may still have to be confirmed, three days after it was submitted. */
export const withdrawalReminderDue = eventType<{ submissionId: string }>(
  'cancellation_submission.reminder_due',
  'events',
);

/** The refund of a withdrawal may still have to be confirmed, ten days after it was submitted. */
export const withdrawalUnconfirmed = eventType<{ submissionId: string }>(
  'cancellation_submission.unconfirmed',
  'events',
);

/** A yearly subscription renews in a week. Emitted once per period. */
export const renewalUpcoming = eventType<{ subscriptionId: string; userId: string }>(
  'subscription.renewal_upcoming',
  'events',
);

/** The default card expires before the next charge. Emitted once per period. */
export const cardExpiring = eventType<{ subscriptionId: string; userId: string; cardId: string }>(
  'subscription.card_expiring',
  'events',
);

/** Too many cards were declined in one card setup. */
export const cardSetupDeclineLimitReached = eventType<{ setupIntentId: string }>(
  'card_setup.decline_limit_reached',
  'payments',
);

/** The free trial ends in three days. */
export const trialEnding = eventType<{ userId: string; endsAt: string }>('trial.ending', 'events');

/** The free trial ended. */
export const trialEnded = eventType<{ userId: string }>('trial.ended', 'events');

/** Access continued without confirmation, because the payment provider was unavailable. */
export const accessUnconfirmed = eventType<{ subscriptionId: string; userId: string }>(
  'subscription.access_unconfirmed',
  'events',
);

/** A user was deleted: everything that could still charge them must be canceled at the provider. */
export const subscriptionCancellationDue = eventType<{ userId: string }>(
  'subscription_cancellation.due',
  'payments',
);

/** The cancellation failed permanently; staff must take over. */
export const subscriptionCancellationFailed = eventType<{ userId: string }>(
  'subscription_cancellation.failed',
  'events',
);
