import type { PaymentMethodView, QuoteLine } from '@subscription-site/shared/contracts';
import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { SubscriptionEntity } from '../subscription.entity.js';

const SubscriptionQuoteSchema = defineEntity({
  name: 'SubscriptionQuote',
  tableName: 'subscription_quotes',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    subscriptionId: () =>
      p.manyToOne(SubscriptionEntity).mapToPk().joinColumn('subscription_id').deleteRule('no action'),
    plan: p.text().$type<PaidPlan>(),
    interval: p.text().$type<BillingInterval>().fieldName('billing_interval'),
    /** Null for a change at the end of the period. */
    proratedAt: timestamp().strictNullable(),
    lines: p.json<QuoteLine[]>(),
    subtotalCents: p.integer(),
    creditCents: p.integer(),
    dueNowCents: p.integer(),
    currency: p.text(),
    /** The default card, which is charged if the change costs something now. Null if none was known. */
    paymentMethod: p.json<PaymentMethodView>().strictNullable(),
    effectiveAt: timestamp(),
    expiresAt: timestamp(),
    createdAt: timestamp(),
  },
  indexes: [{ name: 'subscription_quotes_expired', properties: ['expiresAt'] }],
});

/** What a plan change costs, as the provider calculated it, and which card pays. */
export class SubscriptionQuoteEntity extends SubscriptionQuoteSchema.class {}
SubscriptionQuoteSchema.setClass(SubscriptionQuoteEntity);
