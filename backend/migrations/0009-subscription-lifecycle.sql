-- Subscription life cycle: history of status changes, prices as sold, grace periods, refunds and disputes of invoices.

alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions add constraint subscriptions_status_check
  check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'paused', 'canceled', 'refunded'));
alter table subscriptions
  -- The price it was sold at. Null until it has been read from the provider.
  add column provider_price_id text,
  add column currency text not null default 'usd',
  -- The payment of the first period.
  add column payment_intent_id text,
  -- A payment is being disputed.
  add column disputed boolean not null default false,
  -- When it will be canceled.
  add column cancel_at timestamptz,
  -- Access after this time needs confirmation by the provider. Null: some time after the end of the period.
  add column grace_until timestamptz,
  -- When the state was last read from the provider. An older state is never applied over it.
  add column provider_read_at timestamptz,
  -- Next comparison with the provider; null once ended.
  add column next_check_at timestamptz;
alter table subscriptions alter column currency drop default;

update subscriptions s set payment_intent_id = c.payment_intent_id from checkouts c where c.id = s.checkout_id;
update subscriptions set cancel_at = current_period_end where cancel_at_period_end;
update subscriptions set grace_until = current_period_end where recurring_setup_at is null;
update subscriptions set next_check_at = current_period_end + interval '2 hours' where status in ('active', 'past_due');
create index subscriptions_next_check on subscriptions (next_check_at) where next_check_at is not null;
create index subscriptions_payment_intent on subscriptions (payment_intent_id) where payment_intent_id is not null;

-- Every change of a subscription's status.
create table subscription_history (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  -- Null for the first status.
  from_status text,
  to_status text not null,
  reason text not null,
  -- The user or staff member who decided it; null for the payment provider and the system.
  actor_id uuid,
  -- The event that was handled; null for requests and scheduled tasks.
  event_id uuid,
  at timestamptz not null
);
create index subscription_history_subscription on subscription_history (subscription_id, at);
insert into subscription_history (id, subscription_id, to_status, reason, at)
  select gen_random_uuid(), id, status, 'migrated', updated_at from subscriptions;

alter table invoices
  add column amount_due_cents integer not null default 0,
  add column amount_remaining_cents integer not null default 0,
  -- Refunds that have reached the bank.
  add column refunded_cents integer not null default 0,
  -- The latest dispute of its payment, as the provider names its states.
  add column dispute_status text,
  -- Why the provider created it, such as subscription_create or subscription_cycle.
  add column billing_reason text,
  -- The period it pays for.
  add column period_start timestamptz,
  add column period_end timestamptz,
  -- The payment intent of the invoice, paid or not.
  add column payment_intent_id text,
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz,
  -- Why the last attempt failed, as the provider names it.
  add column failure_code text,
  add column paid_at timestamptz;
create index invoices_payment_intent on invoices (payment_intent_id) where payment_intent_id is not null;

-- Subscriptions at the payment provider that disagree with ours in a way that no code may correct. Kept once resolved.
create table subscription_mismatches (
  provider_subscription_id text primary key,
  -- unknown: not ours. ended_here: still running there. duplicate: the customer has another one. missing: it doesn't exist there.
  kind text not null check (kind in ('unknown', 'ended_here', 'duplicate', 'missing')),
  provider_customer_id text,
  user_id uuid,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create index subscription_mismatches_open on subscription_mismatches (found_at) where resolved_at is null;

alter table subscriptions
  -- The plan it changes to at the end of the period.
  add column pending_plan text,
  add column pending_interval text,
  add column pending_at timestamptz;

-- What a plan change costs, as the payment provider calculated it.
create table subscription_quotes (
  id uuid primary key,
  user_id uuid not null,
  subscription_id uuid not null references subscriptions (id),
  plan text not null,
  billing_interval text not null,
  -- Null for a change at the end of the period, which costs nothing now.
  prorated_at timestamptz,
  lines jsonb not null,
  subtotal_cents integer not null,
  credit_cents integer not null,
  due_now_cents integer not null,
  currency text not null,
  effective_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index subscription_quotes_expired on subscription_quotes (expires_at);

-- Decisions of customers and staff. A job applies the latest one at the payment provider.
create table subscription_changes (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  user_id uuid not null,
  kind text not null check (kind in ('cancel', 'resume', 'upgrade', 'schedule', 'unschedule', 'refund', 'end')),
  -- due: being applied. waiting: the customer has to confirm with their bank. superseded: replaced by a later decision.
  status text not null check (status in ('due', 'waiting', 'applied', 'failed', 'superseded')),
  quote_id uuid unique references subscription_quotes (id),
  plan text,
  billing_interval text,
  -- End of the period in which it was decided.
  period_end timestamptz not null,
  -- Refunds only. Without an amount, everything that has not been refunded yet.
  payment_intent_id text,
  amount_cents integer,
  end_subscription boolean not null default false,
  refund_id text,
  -- The customer's feedback, or the reason given by staff.
  reason text,
  comment text,
  -- Who decided it, if not the customer.
  actor_id uuid,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index subscription_changes_subscription on subscription_changes (subscription_id, created_at desc);
create index subscription_changes_open on subscription_changes (subscription_id) where status in ('due', 'waiting');

-- Refunds under the money-back guarantee: one per person.
create table guarantee_refunds (
  user_id uuid primary key,
  subscription_id uuid not null,
  -- Keyed hashes of the address and the card.
  email_hash text not null unique,
  card_hash text unique,
  created_at timestamptz not null
);

-- Copies of customers' cards at the payment provider.
create table payment_methods (
  provider_payment_method_id text primary key,
  user_id uuid not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  -- Keyed hash.
  fingerprint_hash text,
  is_default boolean not null default false,
  added_at timestamptz not null
);
create index payment_methods_user on payment_methods (user_id, added_at desc);

alter table subscriptions
  -- The period end for which reminders of the renewal and of the expiring card were sent.
  add column renewal_reminded_for timestamptz,
  add column card_reminded_for timestamptz;
create index subscriptions_renewing on subscriptions (current_period_end) where status = 'active' and cancel_at is null;
