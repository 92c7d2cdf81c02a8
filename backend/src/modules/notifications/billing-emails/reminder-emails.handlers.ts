import { Injectable } from '@nestjs/common';
import { EffectHandler, EventHandler } from '../../../platform/outbox/event-handler.js';
import { PaymentMethodsRepository } from '../../billing/index.js';
import {
  cardExpiring,
  computeCardExpiry,
  CopyCards,
  getNextTerms,
  renewalUpcoming,
  Subscriptions,
  trialEnded,
  trialEnding,
  type Subscription,
} from '../../subscriptions/index.js';
import { UserNotifier } from '../core/user-notifier.js';

interface Reminder {
  subscriptionId: string;
  userId: string;
}

/** Emails the customer a week before a yearly charge, or before their yearly plan changes. */
@Injectable()
export class SendRenewalReminderEmail extends EventHandler<Reminder> {
  override readonly id = 'send-renewal-reminder-email';
  override readonly event = renewalUpcoming;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ subscriptionId, userId }: Reminder): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription || !renews(subscription)) return;
    const { plan, currency, currentPeriodEnd, pendingPlan } = subscription;
    const { amountCents, ...next } = getNextTerms(subscription);
    const at = currentPeriodEnd.toISOString();
    const scheduled = pendingPlan ? { scheduled: next } : {};
    await this.notifier.send(
      userId,
      'renewal-reminder',
      ({ fullName: name }) => ({ name, plan, amountCents, currency, at, ...scheduled }),
      { dedupeKey: `renewal-reminder:${subscriptionId}:${at}` },
    );
  }
}

/**
 * Emails the customer 20 days before a charge if their card expires before then. The card is read from the provider first: the bank may
 * have replaced it.
 */
@Injectable()
export class SendCardExpiringEmail extends EffectHandler<Reminder & { cardId: string }, void> {
  override readonly id = 'send-card-expiring-email';
  override readonly event = cardExpiring;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
    private readonly cards: PaymentMethodsRepository,
    private readonly copyCards: CopyCards,
  ) {
    super();
  }

  override perform({ userId }: Reminder): Promise<void> {
    return this.copyCards.copyForUser(userId);
  }

  override async record(
    _: void,
    { subscriptionId, userId, cardId }: Reminder & { cardId: string },
  ): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    const card = await this.cards.findDefaultByUser(userId);
    if (!subscription || !renews(subscription) || card?.providerPaymentMethodId !== cardId) return;
    const { currentPeriodEnd } = subscription;
    if (computeCardExpiry(card) > currentPeriodEnd) return;
    const { plan } = getNextTerms(subscription);
    const { last4, expMonth, expYear } = card;
    const at = currentPeriodEnd.toISOString();
    await this.notifier.send(
      userId,
      'card-expiring',
      ({ fullName: name }) => ({ name, plan, last4, expMonth, expYear, at }),
      { dedupeKey: `card-expiring:${subscriptionId}:${at}` },
    );
  }
}

/** A customer who disputes a payment is not told about the next one. */
const renews = ({ status, cancelAt, disputed }: Subscription): boolean =>
  status === 'active' && !cancelAt && !disputed;

/** False for staff, who have no trial, and for deleted users. */
async function isCustomerWithoutPlan(
  userId: string,
  notifier: UserNotifier,
  subscriptions: Subscriptions,
): Promise<boolean> {
  const user = await notifier.findUser(userId);
  return user?.role === null && (await subscriptions.subscribersAmong([userId])).length === 0;
}

/** Emails a customer without a plan three days before the trial ends. */
@Injectable()
export class SendTrialEndingEmail extends EventHandler<{ userId: string; endsAt: string }> {
  override readonly id = 'send-trial-ending-email';
  override readonly event = trialEnding;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ userId, endsAt }: { userId: string; endsAt: string }): Promise<void> {
    if (!(await isCustomerWithoutPlan(userId, this.notifier, this.subscriptions))) return;
    await this.notifier.send(userId, 'trial-ending', ({ fullName: name }) => ({ name, at: endsAt }), {
      dedupeKey: `trial-ending:${userId}`,
    });
  }
}

/** Emails a customer without a plan when the trial has ended. */
@Injectable()
export class SendTrialEndedEmail extends EventHandler<{ userId: string }> {
  override readonly id = 'send-trial-ended-email';
  override readonly event = trialEnded;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ userId }: { userId: string }): Promise<void> {
    if (!(await isCustomerWithoutPlan(userId, this.notifier, this.subscriptions))) return;
    await this.notifier.send(userId, 'trial-ended', ({ fullName: name }) => ({ name }), {
      dedupeKey: `trial-ended:${userId}`,
    });
  }
}
