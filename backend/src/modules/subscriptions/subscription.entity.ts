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
    status: p.enum(['active', 'past_due', 'canceled', 'refunded']),
    currentPeriodStart: timestamp(),
    currentPeriodEnd: timestamp(),
    cancelAtPeriodEnd: p.boolean().default(false),
    /** Null until recurring billing is set up. */
    providerSubscriptionId: p.text().nullable().unique(),
    recurringSetupAt: timestamp().nullable(),
    endedAt: timestamp().nullable(),
    recurringSetupFailures: p.integer().default(0),
    recurringSetupError: p.text().nullable(),
    /** The first failure. */
    recurringSetupFailedAt: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
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
