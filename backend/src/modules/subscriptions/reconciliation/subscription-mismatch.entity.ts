import { defineEntity, p } from '@mikro-orm/postgresql';
import { SUBSCRIPTION_MISMATCHES } from '@subscription-site/shared/contracts';
import { timestamp } from '../../../platform/database/columns.js';

const SubscriptionMismatchSchema = defineEntity({
  name: 'SubscriptionMismatch',
  tableName: 'subscription_mismatches',
  properties: {
    providerSubscriptionId: p.text().primary(),
    kind: p.enum(SUBSCRIPTION_MISMATCHES),
    providerCustomerId: p.text().strictNullable(),
    userId: p.uuid().strictNullable(),
    foundAt: timestamp(),
    /** When it was no longer found. */
    resolvedAt: timestamp().strictNullable(),
  },
  indexes: [{ name: 'subscription_mismatches_open', where: 'resolved_at IS NULL', properties: ['foundAt'] }],
});

/** A subscription at the provider that disagrees with ours in a way that no code may correct. */
export class SubscriptionMismatchEntity extends SubscriptionMismatchSchema.class {}
SubscriptionMismatchSchema.setClass(SubscriptionMismatchEntity);
