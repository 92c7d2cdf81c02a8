import type { EntityClass } from '@mikro-orm/postgresql';
import { GuaranteeRefundEntity } from './refunds/guarantee-refund.entity.js';
import { SubscriptionChangeEntity } from './changes/subscription-change.entity.js';
import { SubscriptionQuoteEntity } from './changes/subscription-quote.entity.js';
import { SubscriptionMismatchEntity } from './reconciliation/subscription-mismatch.entity.js';
import { SubscriptionCancellationEntity } from './cancellations/subscription-cancellation.entity.js';
import { CancellationSubmissionEntity } from './submissions/cancellation-submission.entity.js';
import { SubscriptionHistoryEntity } from './subscription-history.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

/** Entities of this module. */
export const subscriptionsEntities: EntityClass<object>[] = [
  SubscriptionCancellationEntity,
  SubscriptionEntity,
  SubscriptionHistoryEntity,
  SubscriptionMismatchEntity,
  SubscriptionChangeEntity,
  SubscriptionQuoteEntity,
  GuaranteeRefundEntity,
  CancellationSubmissionEntity,
];
