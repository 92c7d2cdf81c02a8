import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { RetryLater } from '../../platform/outbox/event-handler.js';
import { OutboxEventEntity } from '../../platform/outbox/outbox-event.entity.js';
import type { Person } from '../../platform/personal-data/personal-data.port.js';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { PaymentMethodsPort, ProviderCustomers } from '../billing/index.js';
import { SubscriptionCancellations, subscriptionRecurringSetupDue } from '../subscriptions/index.js';
import { CheckoutEntity } from './persistence/checkout.entity.js';

/** While everything that could still be charged is canceled at the provider. */
const RETRY_SECONDS = 30;

const PENDING_SETUP = `topic = :topic and done_at is null
  and payload ->> 'subscriptionId' in (select id::text from subscriptions where user_id = :userId)`;

export const checkoutTables: readonly PersonalTable[] = [
  {
    entity: CheckoutEntity,
    rows: `user_id = :userId or
      (email_normalized = :email and status in ('canceled', 'refunded') and created_at <= :until)`,
    keep: {
      accounting:
        'id plan interval amountCents status paymentIntentId intentAttempt hostedSessionId userId preparedAt termsVersion ' +
        'termsAcceptedAt passwordAttempts declines paidAt paidCents paidCurrency subscriptionId nextCheckAt ' +
        'preparedSignedIn hosted checkFailures closeFailures nextCloseAt reviewCause reviewDueAt refundFailures createdAt updatedAt',
    },
    anonymize: {
      cookieHash: null,
      email: null,
      emailNormalized: null,
      fullName: null,
      passwordHash: null,
      ipHash: null,
      reviewDetails: null,
      lastError: null,
    },
    withhold: 'cookieHash emailNormalized passwordHash ipHash',
  },
];

/** Purchases, paid and unpaid. Cards are removed at the provider once nothing can be charged or refunded anymore. */
@Injectable()
export class CheckoutPersonalData extends StoredPersonalData {
  override readonly id = 'purchases';
  protected override readonly tables = checkoutTables;

  constructor(
    protected override readonly rows: PersonalRows,
    private readonly cancellations: SubscriptionCancellations,
    private readonly customerIds: ProviderCustomers,
    private readonly methods: PaymentMethodsPort,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async erasePersonalData(person: Person): Promise<void> {
    const { userId } = person;
    if (await this.canStillBeCharged(userId)) {
      throw new RetryLater(this.clock.in(RETRY_SECONDS), 'subscriptions are being canceled at the provider');
    }
    await this.removeCards(userId);
    await super.erasePersonalData(person);
  }

  /** Until everything is canceled at the provider, including a subscription that was being set up during the deletion. */
  private async canStillBeCharged(userId: string): Promise<boolean> {
    if (!(await this.rows.exists(CheckoutEntity, 'user_id = :userId', { userId }))) return false;
    if ((await this.cancellations.find(userId))?.status !== 'ended') return true;
    const { topic } = subscriptionRecurringSetupDue;
    return this.rows.exists(OutboxEventEntity, PENDING_SETUP, { userId, topic });
  }

  private async removeCards(userId: string): Promise<void> {
    for (const customerId of await this.customerIds.findIdsByUser(userId)) {
      const found = await this.methods.findCards(customerId);
      for (const { id } of found?.cards ?? []) await this.methods.detach(id);
    }
  }
}
