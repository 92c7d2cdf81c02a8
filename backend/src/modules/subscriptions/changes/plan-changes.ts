import { getPlanPrice, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { DomainError } from '../../../platform/domain-error.js';
import { PaymentMethodsRepository, Prices, SubscriptionChangesPort } from '../../billing/index.js';
import { NOTHING_PENDING, pendingChangeTo } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import {
  ChangeNotPossibleError,
  PaymentDeclinedError,
  QuoteChangedError,
  QuoteExpiredError,
} from './change-errors.js';
import { ApplyChangeNow } from './applying/apply-change-now.js';
import {
  classifyChange,
  PAYMENT_PROCESSING,
  QUOTE_CHANGED,
  SUBSCRIPTION_ENDED,
} from '../domain/change-rules.js';
import { RequestChange } from './request-change.js';
import type { SubscriptionQuoteEntity } from './subscription-quote.entity.js';
import { SubscriptionChangesRepository } from './subscription-changes.repository.js';

const QUOTE_SECONDS = 15 * 60;
/** An upgrade may wait this long for its payment. If it then fails, the change that it would have replaced must still be ahead. */
const PAYMENT_WAIT_MS = 86_400_000;
const UNCHANGED = "your plan hasn't changed";

/** What a change costs. */
export type Quote = SubscriptionQuoteEntity;

export interface ConfirmedChange {
  status: 'applied' | 'scheduled' | 'requires_action';
  clientSecret?: string;
}

/** Changes of plan and interval. The customer is charged exactly what was quoted, on the card that was named. */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly requestChange: RequestChange,
    private readonly applyChangeNow: ApplyChangeNow,
    private readonly changes: SubscriptionChangesRepository,
    private readonly providerChanges: SubscriptionChangesPort,
    private readonly prices: Prices,
    private readonly cards: PaymentMethodsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws `no_subscription`, `change_not_possible` and `account_deletion_scheduled`. */
  async quote(userId: string, plan: PaidPlan, interval: BillingInterval): Promise<SubscriptionQuoteEntity> {
    const subscription = await this.requestChange.requireChargeable(userId);
    const now = this.clock.now();
    const kind = requireChangeKind(subscription, { plan, interval }, now);
    const { id: subscriptionId, currentPeriodEnd, currency } = subscription;
    const common = { userId, subscriptionId, plan, interval, expiresAt: this.clock.in(QUOTE_SECONDS) };
    if (kind === 'schedule')
      return this.changes.addQuote({
        ...common,
        proratedAt: null,
        lines: [],
        subtotalCents: 0,
        creditCents: 0,
        dueNowCents: 0,
        currency,
        paymentMethod: null,
        effectiveAt: currentPeriodEnd,
      });
    const paymentMethod = await this.cards.viewDefaultByUser(userId);
    const proratedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
    const {
      lines,
      dueNowCents,
      currency: charged,
    } = await this.providerChanges.previewPrice({
      subscriptionId: subscription.providerSubscriptionId!,
      priceId: await this.prices.getId(getPlanPrice(plan, interval)),
      proratedAt,
    });
    const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
    const amounts = lines.map(({ amountCents }) => amountCents);
    return this.changes.addQuote({
      ...common,
      proratedAt,
      lines,
      subtotalCents: sum(amounts.filter((amount) => amount > 0)),
      creditCents: -sum(amounts.filter((amount) => amount < 0)),
      dueNowCents,
      currency: charged,
      paymentMethod,
      effectiveAt: proratedAt,
    });
  }

  /**
   * Confirming the same quote again returns the same result. Throws `not_found`, `quote_expired`, `quote_changed`,
   * `change_not_possible`, `account_deletion_scheduled` and `payment_declined`.
   */
  async confirm(userId: string, quoteId: string): Promise<ConfirmedChange> {
    const quote = await this.changes.findQuote(quoteId, userId);
    if (!quote) throw new DomainError('not_found', 'not_found', 'Quote not found.');
    const earlier = await this.changes.findByQuote(quoteId);
    if (earlier) return this.apply(earlier.id, earlier.kind);
    if (quote.expiresAt <= this.clock.now()) throw new QuoteExpiredError();
    const { plan, interval, proratedAt, subscriptionId } = quote;
    const kind = proratedAt ? 'upgrade' : 'schedule';
    const change = await this.requestChange.request(
      subscriptionId,
      async (subscription) => {
        // Confirmed at the same time in another tab.
        if (await this.changes.findByQuote(quoteId)) return null;
        if (requireChangeKind(subscription, quote, this.clock.now()) !== kind) throw new QuoteChangedError();
        if (kind === 'upgrade') await this.assertNoneInProgress(subscriptionId);
        if (kind === 'schedule') {
          const { currentPeriodEnd } = subscription;
          // Another change, or a renewal, has moved the date that was quoted.
          if (quote.effectiveAt.getTime() !== currentPeriodEnd.getTime()) throw new QuoteChangedError();
          Object.assign(subscription, pendingChangeTo(plan, interval, currentPeriodEnd));
        }
        return { kind, quoteId, plan, interval };
      },
      { appliedByRequest: kind === 'upgrade', isCharged: true },
    );
    const { id } = change ?? (await this.changes.findByQuote(quoteId))!;
    return this.apply(id, kind);
  }

  /** Keeps the plan. Does nothing if no change is scheduled. Throws `no_subscription`. */
  async undo(userId: string): Promise<void> {
    const { id } = await this.requestChange.requireCurrent(userId);
    await this.requestChange.request(id, async (subscription) => {
      if (!subscription.pendingPlan) return null;
      Object.assign(subscription, NOTHING_PENDING);
      return { kind: 'unschedule' };
    });
  }

  private async apply(changeId: string, kind: string): Promise<ConfirmedChange> {
    if (kind === 'schedule') return { status: 'scheduled' };
    const outcome = await this.applyChangeNow.apply(changeId);
    if (outcome.status === 'failed') throw toError(outcome.reason);
    if (outcome.status === 'waiting' && outcome.clientSecret)
      return { status: 'requires_action', clientSecret: outcome.clientSecret };
    if (outcome.status !== 'superseded') return { status: 'applied' };
    const change = await this.changes.find(changeId);
    if (change?.status === 'failed') throw toError(change.failureReason ?? change.lastError);
    if (change?.status === 'superseded') throw new ChangeNotPossibleError('replaced');
    return { status: 'applied' };
  }

  /** Until it is known whether the payment provider has charged an upgrade, another one could be charged on top of it. */
  private async assertNoneInProgress(subscriptionId: string): Promise<void> {
    const open = await this.changes.findOpen(subscriptionId);
    if (open?.kind === 'upgrade' && open.status === 'due') throw new ChangeNotPossibleError('in_progress');
  }
}

function toError(reason: string | null): DomainError {
  switch (reason) {
    case QUOTE_CHANGED:
      return new QuoteChangedError();
    case PAYMENT_PROCESSING:
      return new ChangeNotPossibleError('in_progress');
    case SUBSCRIPTION_ENDED:
      return new ChangeNotPossibleError('ended');
    default:
      return new PaymentDeclinedError(reason, UNCHANGED);
  }
}

function requireChangeKind(
  subscription: SubscriptionEntity,
  to: { plan: PaidPlan; interval: BillingInterval },
  now: Date,
): 'upgrade' | 'schedule' {
  const { status, recurringSetupAt, cancelAtPeriodEnd } = subscription;
  const { pendingPlan, pendingInterval, pendingAt } = subscription;
  if (status !== 'active') throw new ChangeNotPossibleError('past_due');
  if (!recurringSetupAt) throw new ChangeNotPossibleError('not_ready');
  if (cancelAtPeriodEnd) throw new ChangeNotPossibleError('cancellation_scheduled');
  const kind = classifyChange(subscription, to);
  const isPending = pendingPlan === to.plan && pendingInterval === to.interval;
  if (!kind) throw new ChangeNotPossibleError('no_change');
  if (isPending) throw new ChangeNotPossibleError('already_scheduled');
  if (kind === 'upgrade' && pendingAt && pendingAt.getTime() - now.getTime() < PAYMENT_WAIT_MS)
    throw new ChangeNotPossibleError('change_due');
  return kind;
}
