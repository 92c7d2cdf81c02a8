import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';

/**
 * `upgrade` takes effect once it is paid, `schedule` at the end of the period. `end` cancels immediately. Except for refunds and ends, a
 * change replaces the earlier ones.
 */
export const CHANGE_KINDS = [
  'cancel',
  'resume',
  'upgrade',
  'schedule',
  'unschedule',
  'refund',
  'end',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `waiting`: the customer has to confirm the payment with their bank. */
export const CHANGE_STATUSES = ['due', 'waiting', 'applied', 'failed', 'superseded'] as const;
export type ChangeStatus = (typeof CHANGE_STATUSES)[number];

/** Why an upgrade failed: it would cost another amount than the quoted one now. */
export const QUOTE_CHANGED = 'quote_changed';
/** Why an upgrade failed: the bank is still processing the payment of an earlier one. */
export const PAYMENT_PROCESSING = 'payment_processing';
/** Why an upgrade failed: its payment was not confirmed in time. */
export const PAYMENT_EXPIRED = 'expired';
/** Why a change failed: the subscription had ended. */
export const SUBSCRIPTION_ENDED = 'ended';
/** Why a change failed: the provider kept rejecting it, or was unavailable for too long. */
export const PROVIDER_REJECTED = 'provider_rejected';

/** Why a refund failed: the money was returned, but the provider kept rejecting the end of the plan. */
export const NOT_ENDED = 'not_ended';

/** What a failing change leaves to do: a plan that outlived its refund must be ended. */
export function getUnfinishedKind(change: {
  kind: ChangeKind;
  status: ChangeStatus;
  refundId: string | null;
  failureReason: string | null;
}): ChangeKind {
  const { kind, status, refundId, failureReason } = change;
  const isReturned = failureReason === NOT_ENDED || (status === 'due' && refundId !== null);
  return kind === 'refund' && isReturned ? 'end' : kind;
}

/** A change that the provider rejects this often is reported to staff. Retries continue. */
export const REJECTIONS_BEFORE_ALERT = 3;

/** If these fail, for whatever reason, someone waits for their money or for the end of their plan. */
export const PROMISED_KINDS: readonly ChangeKind[] = ['refund', 'cancel', 'end'];

/** Whether a failed change leaves something to do for staff. A plan change that was not paid leaves nothing. */
export function needsStaff({ kind, reason }: { kind: ChangeKind; reason: string | null }): boolean {
  return PROMISED_KINDS.includes(kind) || reason === PROVIDER_REJECTED;
}

/** The reason of an automatic refund: the plan had ended when the payment was made. */
export const PAID_AFTER_END = 'paid_after_end';

/** The reason of an automatic change: an upgrade that had replaced it failed. */
export const UPGRADE_FAILED = 'upgrade_failed';
/** The reason of an automatic change: an upgrade that was recorded as failed was paid after all. */
export const UPGRADE_PAID = 'upgrade_paid';
/** The reason of an automatic refund: a later payment was refunded with the end of the plan. */
export const REFUNDED_WITH_PLAN = 'refunded_with_plan';
/** Why a plan was resumed: the customer undid the deletion of the account, which had canceled the plan. */
export const DELETION_UNDONE = 'deletion_undone';
const AUTOMATIC_REASONS: readonly (string | null)[] = [
  PAID_AFTER_END,
  UPGRADE_FAILED,
  UPGRADE_PAID,
  REFUNDED_WITH_PLAN,
];

/** Changes that don't replace others. */
export const INDEPENDENT_KINDS: readonly ChangeKind[] = ['refund', 'end'];

/** Who decided a change; null for the system, and for the sender of a cancellation submission, who is not authenticated. */
export function getActor(change: {
  userId: string;
  actorId: string | null;
  reason: string | null;
  submissionId: string | null;
}): string | null {
  if (change.submissionId || AUTOMATIC_REASONS.includes(change.reason)) return null;
  return change.actorId ?? change.userId;
}

/** Whether a price is the one that a change leads to. */
export function isTargetPrice(
  change: { plan: PaidPlan | null; interval: BillingInterval | null },
  price: { plan: PaidPlan; interval: BillingInterval } | null,
): boolean {
  return price?.plan === change.plan && price?.interval === change.interval;
}

interface PlanTerms {
  plan: PaidPlan;
  interval: BillingInterval;
}

/**
 * When a change takes effect: more plan or a longer interval immediately, everything else at the end of the period. Undefined if nothing
 * changes.
 */
export function classifyChange(from: PlanTerms, to: PlanTerms): 'upgrade' | 'schedule' | undefined {
  const planStep = PAID_PLANS.indexOf(to.plan) - PAID_PLANS.indexOf(from.plan);
  const intervalStep = BILLING_INTERVALS.indexOf(to.interval) - BILLING_INTERVALS.indexOf(from.interval);
  if (planStep === 0 && intervalStep === 0) return undefined;
  return planStep >= 0 && intervalStep >= 0 ? 'upgrade' : 'schedule';
}
