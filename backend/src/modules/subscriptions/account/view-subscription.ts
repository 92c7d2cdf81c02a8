import type {
  AccountSubscriptionResponse,
  AccountSubscriptionView,
} from '@subscription-site/shared/contracts';
import { CATALOG, RETENTION_DAYS } from '@subscription-site/shared/plans';
import { TRIAL_DAYS } from '@subscription-site/shared/trial';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Caller } from '../../../platform/security/access.js';
import { AccountDeletions, normalizeEmail } from '../../auth/index.js';
import { GuaranteeRefundsRepository } from '../refunds/guarantee-refunds.repository.js';
import {
  accessEndsAt,
  endWithAccount,
  isEnded,
  getNextTerms,
  refundableUntil,
  getScheduledChange,
} from '../subscription.js';
import { SubscriptionsRepository, type AccountSubscription } from '../subscriptions.repository.js';

const DAY_MS = 86_400_000;

/** The caller's subscription, as the account page shows it. A single statement for subscribers. */
@Injectable()
export class ViewSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly deletions: AccountDeletions,
    private readonly clock: Clock,
  ) {}

  async view({ userId, email, emailConfirmedAt }: Caller): Promise<AccountSubscriptionResponse> {
    const now = this.clock.now();
    const emailHash = this.guaranteeRefunds.hashEmail(normalizeEmail(email));
    const found = await this.subscriptions.findAccount({ userId, emailHash });
    const deletionAt = found ? found.deletionAt : (await this.deletions.find(userId))?.scheduledFor;
    return {
      subscription: found ? toView(found, now) : null,
      trial: computeTrial(emailConfirmedAt, now),
      deletionAt: deletionAt?.toISOString() ?? null,
    };
  }
}

function computeTrial(emailConfirmedAt: Date | null, now: Date): AccountSubscriptionResponse['trial'] {
  if (!emailConfirmedAt) return { status: 'none', endsAt: null };
  const endsAt = new Date(emailConfirmedAt.getTime() + TRIAL_DAYS * DAY_MS);
  return { status: now < endsAt ? 'trialing' : 'trial_ended', endsAt: endsAt.toISOString() };
}

function toView(subscription: AccountSubscription, now: Date): AccountSubscriptionView {
  const { id, plan, interval, status, amountCents, currency } = subscription;
  const { currentPeriodStart, currentPeriodEnd, cancelAt, deletionAt, endedAt } = subscription;
  const until = refundableUntil(subscription, now);
  return {
    id,
    plan,
    interval,
    status,
    amountCents,
    currency,
    currentPeriodStart: currentPeriodStart.toISOString(),
    currentPeriodEnd: currentPeriodEnd.toISOString(),
    cancelAt: isEnded(status) ? null : cancelAt && endWithAccount(cancelAt, deletionAt).toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedByDispute: subscription.endedByDispute,
    dataKeptUntil: dataKeptUntil(endedAt, now),
    userLimit: isEnded(status) ? null : CATALOG[plan].limits.users,
    refundableUntil: until && endWithAccount(until, deletionAt).toISOString(),
    nextCharge: nextCharge(subscription),
    pendingChange: pendingChange(subscription),
    pastDue: pastDue(subscription, now),
    paymentMethod: paymentMethod(subscription),
  };
}

function dataKeptUntil(endedAt: Date | null, now: Date): string | null {
  const until = endedAt && new Date(endedAt.getTime() + RETENTION_DAYS * DAY_MS);
  return until && now < until ? until.toISOString() : null;
}

function nextCharge(subscription: AccountSubscription): AccountSubscriptionView['nextCharge'] {
  const { status, cancelAt, currentPeriodEnd } = subscription;
  if (status !== 'active' || cancelAt) return null;
  return { at: currentPeriodEnd.toISOString(), amountCents: getNextTerms(subscription).amountCents };
}

function pendingChange(subscription: AccountSubscription): AccountSubscriptionView['pendingChange'] {
  const change = getScheduledChange(subscription);
  if (!change || isEnded(subscription.status)) return null;
  const { plan, interval, at } = change;
  return { kind: 'plan_change', plan, interval, effectiveAt: at };
}

function pastDue(subscription: AccountSubscription, now: Date): AccountSubscriptionView['pastDue'] {
  const { invoiceId, amountDueCents, failureCode, nextAttemptAt, currentPeriodStart, status } = subscription;
  if (!invoiceId) return null;
  const accessUntil =
    status === 'past_due' ? accessEndsAt({ ...subscription, periodStart: currentPeriodStart }, now) : null;
  return {
    invoiceId,
    amountDueCents: amountDueCents ?? 0,
    reason: failureCode,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    accessUntil: accessUntil?.toISOString() ?? null,
  };
}

function paymentMethod(subscription: AccountSubscription): AccountSubscriptionView['paymentMethod'] {
  const { cardId: id, brand, last4, expMonth, expYear } = subscription;
  return id && brand && last4 && expMonth && expYear ? { id, brand, last4, expMonth, expYear } : null;
}
