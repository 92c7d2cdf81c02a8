import { raw } from '@mikro-orm/postgresql';

/** Whether the subscription `s` of a submission matches. By its index: `in` a subquery would read all subscriptions. */
export const hasSubscription = (condition: string) =>
  raw(
    (alias) => `exists (select from subscriptions s where s.id = ${alias}.subscription_id and ${condition})`,
  );
