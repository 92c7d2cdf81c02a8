import type { Statement } from '../../platform/database/database.js';

/** For each user who has or had a subscription, the one that decides their entitlement. Runs on every subscription check. */
export const entitlements = (userIds: readonly string[]): Statement => ({
  reason: 'measured hot read',
  benchmark: '`check-subscription`, 32 connections',
  name: 'user-entitlements',
  text: `select w.ordinal::int, found.*
         from unnest($1::uuid[]) with ordinality w (user_id, ordinal)
         cross join lateral (
           select id, plan, billing_interval as "interval", status, current_period_end as "currentPeriodEnd",
             grace_until as "graceUntil"
           from subscriptions where user_id = w.user_id
           order by (status in ('active', 'past_due')) desc, created_at desc limit 1
         ) found`,
  values: [userIds],
});

/** A customer whose subscription is viewed. `emailHash` is that of the money-back guarantee. */
export interface AccountLookup {
  userId: string;
  emailHash: string;
}

/**
 * For each customer who has or had a subscription, the one that the account page shows. Runs on every view of the page. A refund under the
 * guarantee for the same email or card counts only if it was made before the purchase.
 */
export const accountSubscriptions = (lookups: readonly AccountLookup[]): Statement => ({
  reason: 'measured hot read',
  benchmark: '`GET /api/account/v1/subscription`, 32 connections',
  name: 'account-subscriptions',
  text: `select w.ordinal::int, found.*
         from unnest($1::uuid[], $2::text[]) with ordinality w (user_id, email_hash, ordinal)
         cross join lateral (
           select s.id, s.plan, s.billing_interval as "interval", s.status, s.disputed, s.amount_cents as "amountCents", s.currency,
             s.current_period_start as "currentPeriodStart", s.current_period_end as "currentPeriodEnd", s.created_at as "createdAt",
             case when s.status not in ('past_due', 'unpaid', 'paused') or exists (
               select from subscription_changes c
               where c.subscription_id = s.id and c.status in ('due', 'waiting') and c.kind = 'cancel'
             ) then s.cancel_at end as "cancelAt",
             s.ended_at as "endedAt",
             s.ended_at is not null and exists (
               select 1 from subscription_history h where h.subscription_id = s.id and h.reason = 'dispute_lost'
             ) as "endedByDispute",
             s.grace_until as "graceUntil", s.pending_plan as "pendingPlan",
             s.pending_interval as "pendingInterval", s.pending_amount_cents as "pendingAmountCents", s.pending_at as "pendingAt",
             i.provider_invoice_id as "invoiceId", i.amount_remaining_cents as "amountDueCents", i.failure_code as "failureCode",
             i.next_attempt_at as "nextAttemptAt",
             m.provider_payment_method_id as "cardId", m.brand, m.last4, m.exp_month as "expMonth", m.exp_year as "expYear",
             exists (
               select 1 from guarantee_refunds g
               where g.user_id = s.user_id
                 or (g.email_hash = w.email_hash or g.card_hash = s.card_hash) and g.created_at < s.created_at
             ) as "guaranteeUsed",
             (select scheduled_for from account_deletions d where d.user_id = s.user_id) as "deletionAt"
           from subscriptions s
           left join lateral (
             select * from invoices
             where s.status in ('past_due', 'unpaid') and provider_subscription_id = s.provider_subscription_id and status = 'open'
             order by issued_at desc limit 1
           ) i on true
           left join lateral (
             select * from payment_methods where user_id = s.user_id order by is_default desc, added_at desc limit 1
           ) m on true
           where s.user_id = w.user_id
           order by (s.status in ('active', 'past_due')) desc, s.created_at desc limit 1
         ) found`,
  values: [lookups.map(({ userId }) => userId), lookups.map(({ emailHash }) => emailHash)],
});
