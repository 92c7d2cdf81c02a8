import { Injectable } from '@nestjs/common';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { SubscriptionCancellationEntity } from './cancellations/subscription-cancellation.entity.js';
import { SubscriptionChangeEntity } from './changes/subscription-change.entity.js';
import { SubscriptionQuoteEntity } from './changes/subscription-quote.entity.js';
import { SubscriptionMismatchEntity } from './reconciliation/subscription-mismatch.entity.js';
import { GuaranteeRefundEntity } from './refunds/guarantee-refund.entity.js';
import { CancellationSubmissionEntity } from './submissions/cancellation-submission.entity.js';
import { SubscriptionHistoryEntity } from './subscription-history.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

const OF_USER = 'user_id = :userId';

export const subscriptionsTables: readonly PersonalTable[] = [
  {
    entity: SubscriptionEntity,
    rows: OF_USER,
    keep: {
      accounting:
        'id userId checkoutId plan interval amountCents currency providerPriceId status disputed currentPeriodStart ' +
        'currentPeriodEnd cancelAtPeriodEnd cancelAt graceUntil pendingPlan pendingInterval pendingAmountCents pendingAt paymentIntentId ' +
        'providerSubscriptionId recurringSetupAt endedAt providerReadAt nextCheckAt recurringSetupFailures ' +
        'recurringSetupFailedAt renewalRemindedFor cardRemindedFor createdAt updatedAt',
    },
    anonymize: { recurringSetupError: null, cardHash: null },
    withhold: 'cardHash',
  },
  {
    entity: SubscriptionHistoryEntity,
    rows: 'subscription_id in (select id from subscriptions where user_id = :userId)',
    keep: { accounting: 'id subscriptionId fromStatus toStatus reason actorId eventId at' },
    withhold: 'actorId eventId',
  },
  {
    entity: SubscriptionChangeEntity,
    rows: OF_USER,
    keep: {
      accounting:
        'id subscriptionId userId kind status quoteId plan interval periodEnd paymentIntentId amountCents endSubscription ' +
        'refundId actorId submissionId attempts failureReason createdAt finishedAt',
    },
    // Free text from the customer or staff.
    anonymize: { reason: null, comment: null, lastError: null },
    withhold: 'actorId',
  },
  {
    entity: SubscriptionQuoteEntity,
    rows: OF_USER,
    keep: {
      accounting:
        'id userId subscriptionId plan interval proratedAt lines subtotalCents creditCents dueNowCents currency paymentMethod ' +
        'effectiveAt expiresAt createdAt',
    },
  },
  {
    entity: GuaranteeRefundEntity,
    rows: OF_USER,
    keep: { guarantee: 'userId subscriptionId emailHash cardHash createdAt' },
    withhold: 'emailHash cardHash',
  },
  {
    // Staff need the error until nothing can be charged.
    entity: SubscriptionCancellationEntity,
    rows: "user_id = :userId and status = 'ended'",
    keep: { accounting: 'userId status deletedAt finishedAt' },
    anonymize: { lastError: null },
  },
  {
    entity: CancellationSubmissionEntity,
    rows: 'user_id = :userId or (email_normalized = :email and received_at <= :until)',
    // What was submitted, and when. Deleted after three years.
    keep: {
      submission:
        'id reference kind effectiveOn receivedAt processedAt outcome userId subscriptionId changeId refundable endsAt ' +
        'confirmedAt undoneAt',
    },
    anonymize: { name: null, email: null, emailNormalized: null, contract: null, reason: null },
    withhold: 'emailNormalized',
  },
  {
    entity: SubscriptionMismatchEntity,
    rows: OF_USER,
    keep: { accounting: 'providerSubscriptionId kind providerCustomerId userId foundAt resolvedAt' },
    withhold: 'all',
  },
];

/** Subscriptions and decisions about them. */
@Injectable()
export class SubscriptionsPersonalData extends StoredPersonalData {
  override readonly id = 'subscriptions';
  protected override readonly tables = subscriptionsTables;

  constructor(protected override readonly rows: PersonalRows) {
    super();
  }
}
