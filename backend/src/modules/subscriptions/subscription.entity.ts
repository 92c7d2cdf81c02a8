import { STORED_STATUSES } from '@subscription-site/shared/contracts';
import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../platform/database/columns.js';
import { CheckoutEntity } from '../checkout/persistence/checkout.entity.js';

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    checkoutId: () => p.oneToOne(CheckoutEntity).mapToPk().joinColumn('checkout_id').unique(),
    plan: p.text().$type<PaidPlan>(),
    interval: p.text().$type<BillingInterval>().fieldName('billing_interval'),
    amountCents: p.integer(),
    /** What it was sold for, which may differ from today's catalog. */
    currency: p.text(),
    /** Null until it has been read from the provider. */
    providerPriceId: p.text().nullable(),
    status: p.enum(STORED_STATUSES),
    /** A payment is being disputed. */
    disputed: p.boolean().default(false),
    currentPeriodStart: timestamp(),
    currentPeriodEnd: timestamp(),
    cancelAtPeriodEnd: p.boolean().default(false),
    cancelAt: timestamp().nullable(),
    /** Access after this time needs confirmation by the provider. Null: the default of `decideAccess`. */
    graceUntil: timestamp().nullable(),
    /** The plan it changes to at the end of the period. */
    pendingPlan: p.text().$type<PaidPlan>().nullable(),
    pendingInterval: p.text().$type<BillingInterval>().nullable(),
    /** What it will cost. Null for changes that were scheduled before this was stored. */
    pendingAmountCents: p.integer().nullable(),
    pendingAt: timestamp().nullable(),
    /** The payment of the first period. */
    paymentIntentId: p.text().nullable(),
    /** Keyed hash of the card that paid it, for the money-back guarantee. Null if unknown. */
    cardHash: p.text().nullable(),
    /** Null until it is created at the provider. Before the setup is complete, its first invoice is open there, although it is paid. */
    providerSubscriptionId: p.text().nullable().unique(),
    /** When the setup of recurring billing was complete. */
    recurringSetupAt: timestamp().nullable(),
    endedAt: timestamp().nullable(),
    /** When the state was last read from the provider. */
    providerReadAt: timestamp().nullable(),
    /** Next comparison with the provider; null once ended. */
    nextCheckAt: timestamp().nullable(),
    recurringSetupFailures: p.integer().default(0),
    recurringSetupError: p.text().nullable(),
    /** The first failure. */
    recurringSetupFailedAt: timestamp().nullable(),
    /** The end of the period for which the customer was reminded of the renewal. */
    renewalRemindedFor: timestamp().nullable(),
    /** The end of the period for which the customer was notified of the expiring card. */
    cardRemindedFor: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
    { name: 'subscriptions_next_check', where: 'next_check_at IS NOT NULL', properties: ['nextCheckAt'] },
    {
      name: 'subscriptions_renewing',
      where: "(status = 'active'::text) AND (cancel_at IS NULL)",
      properties: ['currentPeriodEnd'],
    },
    {
      name: 'subscriptions_payment_intent',
      where: 'payment_intent_id IS NOT NULL',
      properties: ['paymentIntentId'],
    },
    {
      name: 'subscriptions_recurring_setup_failing',
      where: '(recurring_setup_at IS NULL) AND (recurring_setup_failed_at IS NOT NULL)',
      properties: ['recurringSetupFailedAt'],
    },
    {
      name: 'subscriptions_user',
      properties: ['userId', 'createdAt'],
      columns: [{ name: 'userId' }, { name: 'createdAt', sort: 'DESC' }],
    },
  ],
  uniques: [
    {
      name: 'subscriptions_one_live',
      where: "status = ANY (ARRAY['active'::text, 'past_due'::text])",
      properties: ['userId'],
    },
  ],
});

/** A customer's subscription; at most one per user gives access. */
export class SubscriptionEntity extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(SubscriptionEntity);
