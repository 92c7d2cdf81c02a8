import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { PaymentMethodsRepository } from '../../billing/index.js';
import { cardExpiring, renewalUpcoming } from '../events.js';
import { computeCardExpiry, getNextTerms } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

const DAY_SECONDS = 86_400;
/** Customers are reminded of the end of a yearly period, and of a yearly charge, this long before it. */
const RENEWAL_NOTICE_SECONDS = 7 * DAY_SECONDS;
/** Customers are reminded of an expiring card this long before the next charge. */
const CARD_NOTICE_SECONDS = 20 * DAY_SECONDS;
const BATCH_SIZE = 200;

/** Reminds customers of yearly renewals, of changes from and to yearly billing, and of cards that expire before the next charge, once per period. */
@Injectable()
export class RemindSubscribers {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly cards: PaymentMethodsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    while ((await this.remindOfRenewals()) === BATCH_SIZE);
    while ((await this.remindOfCards()) === BATCH_SIZE);
  }

  private remindOfRenewals(): Promise<number> {
    return this.database.transaction(async () => {
      const until = this.clock.in(RENEWAL_NOTICE_SECONDS);
      const due = await this.subscriptions.lockRenewingBefore(until, 'renewalRemindedFor', BATCH_SIZE);
      for (const subscription of due) {
        subscription.renewalRemindedFor = subscription.currentPeriodEnd;
        const isYearly = subscription.interval === 'year' || getNextTerms(subscription).interval === 'year';
        if (isYearly && !subscription.disputed)
          await this.outbox.emit(renewalUpcoming, toPayload(subscription));
      }
      return due.length;
    });
  }

  private remindOfCards(): Promise<number> {
    return this.database.transaction(async () => {
      const until = this.clock.in(CARD_NOTICE_SECONDS);
      const due = await this.subscriptions.lockRenewingBefore(until, 'cardRemindedFor', BATCH_SIZE);
      for (const subscription of due) {
        subscription.cardRemindedFor = subscription.currentPeriodEnd;
        const card = await this.cards.findDefaultByUser(subscription.userId);
        if (!card || computeCardExpiry(card) > subscription.currentPeriodEnd) continue;
        const { providerPaymentMethodId: cardId } = card;
        await this.outbox.emit(cardExpiring, { ...toPayload(subscription), cardId });
      }
      return due.length;
    });
  }
}

const toPayload = ({ id: subscriptionId, userId }: SubscriptionEntity) => ({ subscriptionId, userId });
