import type { Statement } from '../../platform/database/database.js';

/** Runs on every subscription check: 853 a second, 0.86 of the baseline (docs/benchmarks.md). */
export const entitlementOf = (userId: string): Statement => ({
  reason: 'measured hot read',
  name: 'user-entitlement',
  text: `select plan, billing_interval as "interval", status, current_period_end as "currentPeriodEnd"
         from subscriptions where user_id = $1
         order by (status in ('active', 'past_due')) desc, created_at desc limit 1`,
  values: [userId],
});
