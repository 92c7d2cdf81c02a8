import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionQuoteEntity } from './subscription-quote.entity.js';
import { CHANGE_KINDS, CHANGE_STATUSES } from '../domain/change-rules.js';

const SubscriptionChangeSchema = defineEntity({
  name: 'SubscriptionChange',
  tableName: 'subscription_changes',
  properties: {
    id: p.uuid().primary(),
    subscriptionId: () =>
      p.manyToOne(SubscriptionEntity).mapToPk().joinColumn('subscription_id').deleteRule('no action'),
    userId: p.uuid(),
    kind: p.enum(CHANGE_KINDS),
    status: p.enum(CHANGE_STATUSES),
    quoteId: () =>
      p
        .oneToOne(SubscriptionQuoteEntity)
        .mapToPk()
        .joinColumn('quote_id')
        .unique()
        .deleteRule('set null')
        .strictNullable(),
    /** The plan to change to. For `cancel`, the scheduled one that it dropped; for `resume`, the one that it restored. */
    plan: p.text().$type<PaidPlan>().strictNullable(),
    interval: p.text().$type<BillingInterval>().fieldName('billing_interval').strictNullable(),
    /** End of the period in which it was decided. */
    periodEnd: timestamp(),
    /** The payment to refund. */
    paymentIntentId: p.text().strictNullable(),
    /** Null: everything that has not been refunded yet. */
    amountCents: p.integer().strictNullable(),
    endSubscription: p.boolean().default(false),
    /** The provider's refund. */
    refundId: p.text().strictNullable(),
    /** The customer's feedback, or the reason given by staff. */
    reason: p.text().strictNullable(),
    comment: p.text().strictNullable(),
    /** Who decided it, if not the customer. */
    actorId: p.uuid().strictNullable(),
    /** The submission that it was made for. Its sender is not authenticated. */
    submissionId: p.uuid().strictNullable(),
    /** How often the provider rejected it. */
    attempts: p.integer().default(0),
    /** The provider's latest error. */
    lastError: p.text().strictNullable(),
    /** Why it failed for good. Null for changes that an earlier version recorded as failed; `lastError` says why. */
    failureReason: p.text().strictNullable(),
    createdAt: timestamp(),
    finishedAt: timestamp().strictNullable(),
  },
  indexes: [
    {
      name: 'subscription_changes_open',
      where: "status = ANY (ARRAY['due'::text, 'waiting'::text])",
      properties: ['subscriptionId'],
    },
    {
      name: 'subscription_changes_failed',
      where: "status = 'failed'::text",
      properties: ['finishedAt'],
    },
    {
      name: 'subscription_changes_subscription',
      properties: ['subscriptionId', 'createdAt'],
      columns: [{ name: 'subscriptionId' }, { name: 'createdAt', sort: 'DESC' }],
    },
  ],
});

/** A change of a subscription that a customer or staff requested. */
export class SubscriptionChangeEntity extends SubscriptionChangeSchema.class {}
SubscriptionChangeSchema.setClass(SubscriptionChangeEntity);
