import type { STORED_STATUSES } from '@subscription-site/shared/contracts';
import { getPaymentFailure } from '@subscription-site/shared/payment-failures';
import {
  MONEY_BACK_DAYS,
  getPlanPrice,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';

export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Statuses that can give access; {@link decideAccess} decides. A user has at most one such subscription. */
export const STATUSES_WITH_ACCESS = ['active', 'past_due'] as const satisfies readonly StoredStatus[];

/** See {@link STATUSES_WITH_ACCESS}. */
export function canGiveAccess(status: StoredStatus): boolean {
  return (STATUSES_WITH_ACCESS as readonly StoredStatus[]).includes(status);
}

/** Whether the status is final. */
export function isEnded(status: StoredStatus): status is 'canceled' | 'refunded' {
  return status === 'canceled' || status === 'refunded';
}

/** Whether a payment would not continue the plan. The provider pauses a plan instead of ending it, if configured so. */
export function isStopped(status: StoredStatus): boolean {
  return isEnded(status) || status === 'paused';
}

/** Whether paying the open invoices continues the plan. */
export function isOverdue(status: StoredStatus): boolean {
  return status === 'past_due' || status === 'unpaid';
}

/** Whether the current period isn't paid, so that canceling ends the plan at once. */
export function isUnpaid(status: StoredStatus): boolean {
  return isOverdue(status) || status === 'paused';
}

/** When a plan ends that is set to end then: with the account, if that is deleted before. */
export function endWithAccount(endsAt: Date, deletionAt: Date | null): Date {
  return deletionAt && deletionAt < endsAt ? deletionAt : endsAt;
}

const DAY_MS = 86_400_000;

/** End of the money-back guarantee of a subscription. */
export function guaranteeEndsAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + MONEY_BACK_DAYS * DAY_MS);
}

/** Whether the money-back guarantee applies in this state. A plan can be canceled, and its month over, before the guarantee ends. */
export function isCoveredByGuarantee({
  status,
  endedByDispute,
}: {
  status: StoredStatus;
  endedByDispute: boolean;
}): boolean {
  return canGiveAccess(status) || (status === 'canceled' && !endedByDispute);
}

/** When the money-back guarantee ends; null if it doesn't apply at the given time. */
export function refundableUntil(
  subscription: {
    status: StoredStatus;
    disputed: boolean;
    endedByDispute: boolean;
    guaranteeUsed: boolean;
    createdAt: Date;
  },
  at: Date,
): Date | null {
  const { disputed, guaranteeUsed, createdAt } = subscription;
  const until = guaranteeEndsAt(createdAt);
  return isCoveredByGuarantee(subscription) && !disputed && !guaranteeUsed && at < until ? until : null;
}

/**
 * When the first period starts: with its payment. A payment that waited for longer than a day, for example for a review by staff, starts
 * it when the plan is activated.
 */
export function firstPeriodStart(paidAt: Date | null, activatedAt: Date): Date {
  return paidAt && activatedAt.getTime() - paidAt.getTime() < DAY_MS ? paidAt : activatedAt;
}

interface PlanTerms {
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
}

/** A card is valid until the end of its month. */
export function computeCardExpiry({ expMonth, expYear }: { expMonth: number; expYear: number }): Date {
  return new Date(Date.UTC(expYear, expMonth, 1));
}

/** What the next renewal charges for: the plan that is scheduled for then, if any. */
export function getNextTerms(subscription: PlanTerms & Partial<Omit<PendingChange, 'pendingAt'>>): PlanTerms {
  const { plan, interval, amountCents, pendingPlan, pendingInterval, pendingAmountCents } = subscription;
  if (!pendingPlan || !pendingInterval) return { plan, interval, amountCents };
  return {
    plan: pendingPlan,
    interval: pendingInterval,
    amountCents: pendingAmountCents ?? getPlanPrice(pendingPlan, pendingInterval).amountCents,
  };
}

/** The change of plan or interval that is scheduled for the end of the period, as stored; all null if there is none. */
export interface PendingChange {
  pendingPlan: PaidPlan | null;
  pendingInterval: BillingInterval | null;
  pendingAmountCents: number | null;
  pendingAt: Date | null;
}

export const NOTHING_PENDING: PendingChange = {
  pendingPlan: null,
  pendingInterval: null,
  pendingAmountCents: null,
  pendingAt: null,
};

/** A change that is scheduled now, at today's price. */
export function pendingChangeTo(plan: PaidPlan, interval: BillingInterval, at: Date): PendingChange {
  const { amountCents } = getPlanPrice(plan, interval);
  return { pendingPlan: plan, pendingInterval: interval, pendingAmountCents: amountCents, pendingAt: at };
}

/** The change of plan or interval that takes effect at the end of the period, if one is scheduled. */
export function getScheduledChange(
  subscription: Partial<PendingChange>,
): { plan: PaidPlan; interval: BillingInterval; at: string } | null {
  const { pendingPlan: plan, pendingInterval: interval, pendingAt } = subscription;
  return plan && interval && pendingAt ? { plan, interval, at: pendingAt.toISOString() } : null;
}

/**
 * How long the provider retries a failed renewal (`docs/runbooks/production.md`), plus a day. Without webhook events, access
 * outlasts the period by this long.
 */
const RETRY_SPAN_MS = 16 * DAY_MS;
/** How long access outlasts the next retry of a failed renewal. */
const GRACE_MS = DAY_MS;

/** `unconfirmed`: access was given for as long as possible without reading the subscription from the provider again. */
export type Access = 'granted' | 'unconfirmed' | 'denied';

export interface AccessTerms {
  status: StoredStatus;
  currentPeriodEnd: Date;
  /** Overrides the default end of access after the period. */
  graceUntil?: Date | null | undefined;
}

/** The only rule that decides access. No status gives access indefinitely. */
export function decideAccess({ status, currentPeriodEnd, graceUntil }: AccessTerms, now: Date): Access {
  if (!canGiveAccess(status)) return 'denied';
  const until = graceUntil?.getTime() ?? currentPeriodEnd.getTime() + RETRY_SPAN_MS;
  return now.getTime() < until ? 'granted' : 'unconfirmed';
}

/**
 * Until when a state that was just read from the provider gives access without another read; null for the default. A failed renewal:
 * until a day after the next retry, or after the last one. A period that should have been renewed by now: for another day.
 */
export function computeGraceUntil(
  state: Pick<AccessTerms, 'status' | 'currentPeriodEnd' | 'graceUntil'> & {
    currentPeriodStart: Date;
    nextAttemptAt: Date | null;
  },
  readAt: Date,
): Date | null {
  const { status, currentPeriodStart, currentPeriodEnd, graceUntil, nextAttemptAt } = state;
  if (status === 'past_due') {
    // The grace period ended in an earlier unpaid period; the next unpaid period doesn't start a new one.
    if (graceUntil && graceUntil <= currentPeriodStart) return graceUntil;
    if (nextAttemptAt) return new Date(nextAttemptAt.getTime() + GRACE_MS);
    // The last retry has failed: the grace after it does not start again with every read.
    return graceUntil ?? new Date(readAt.getTime() + GRACE_MS);
  }
  const overdue = status === 'active' && decideAccess({ status, currentPeriodEnd, graceUntil: null }, readAt);
  return overdue === 'unconfirmed' ? new Date(readAt.getTime() + GRACE_MS) : null;
}

/**
 * When access ends at the earliest if a failed renewal stays unpaid; null once it has ended. The provider may end the plan when the next
 * attempt fails. It never again charges a card that was declined for good, so the customer has until the last retry.
 */
export function accessEndsAt(
  {
    graceUntil,
    periodStart,
    nextAttemptAt,
    failureCode,
  }: {
    graceUntil?: Date | null;
    /** Of the unpaid period. */
    periodStart: Date;
    nextAttemptAt?: Date | null;
    failureCode?: string | null;
  },
  now: Date,
): Date | null {
  if (graceUntil && graceUntil <= now) return null;
  if (!nextAttemptAt) return graceUntil ?? null;
  const lastRetryAt = new Date(periodStart.getTime() + RETRY_SPAN_MS - GRACE_MS);
  if (getPaymentFailure(failureCode ?? null).final && lastRetryAt > now) return lastRetryAt;
  return nextAttemptAt > now ? nextAttemptAt : (graceUntil ?? null);
}

const HOUR_MS = 3_600_000;

/**
 * When a subscription is next compared with the provider: after its renewal, daily while a payment is open, or else weekly. Hourly while
 * an upgrade waits for its payment, which expires after 23 hours.
 */
export function computeNextCheckAt(
  {
    status,
    currentPeriodEnd,
    isWaiting = false,
  }: Pick<AccessTerms, 'status' | 'currentPeriodEnd'> & { isWaiting?: boolean },
  now: Date,
): Date | null {
  if (isEnded(status)) return null;
  if (isWaiting) return new Date(now.getTime() + HOUR_MS);
  if (status === 'past_due' || status === 'unpaid') return new Date(now.getTime() + DAY_MS);
  const afterRenewal = currentPeriodEnd.getTime() + 2 * HOUR_MS;
  const nextWeek = now.getTime() + 7 * DAY_MS;
  const dueAt = afterRenewal > now.getTime() ? Math.min(afterRenewal, nextWeek) : now.getTime() + DAY_MS;
  return new Date(dueAt);
}

/** End of the period: the same day and time (UTC) of the next month or year, or the last day of a shorter month. */
export function periodEnd(start: Date, interval: BillingInterval): Date {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, daysInMonth));
  return end;
}
