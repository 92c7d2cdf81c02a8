-- Checkouts and subscriptions.

-- One row per purchase. Stored before the browser receives the client secret.
create table checkouts (
  id uuid primary key,
  plan text not null,
  billing_interval text not null,
  amount_cents integer not null,
  -- open: payable. provisioned: the plan was granted. unclaimed: paid, but without a user to grant it to.
  -- needs_review: the payment contradicts the checkout. refund_due, refunded: the payment is returned. canceled: no longer payable.
  status text not null
    check ( status in ('open', 'provisioned', 'unclaimed', 'needs_review', 'refund_due', 'refunded', 'canceled') ),
  payment_intent_id text unique,
  -- Part of the idempotency key at the provider, so that a retry does not get the stored failure again.
  intent_attempt integer not null default 0,
  hosted_session_id text unique,
  cookie_hash text,
  user_id uuid,
  prepared_at timestamptz,
  email text,
  email_normalized text,
  full_name text,
  password_hash text,
  terms_version text,
  terms_accepted_at timestamptz,
  password_attempts integer not null default 0,
  declines integer not null default 0,
  paid_at timestamptz,
  subscription_id uuid,
  next_check_at timestamptz default now() not null,
  -- The buyer was signed in when the checkout was prepared, so the plan goes to that user, regardless of the billing email.
  prepared_signed_in boolean not null default false,
  -- Keyed hash of the IP address that prepared the checkout; until then, of the one that opened it.
  ip_hash text,
  -- Paid on the provider's hosted page. A user has at most one open hosted checkout per plan.
  hosted boolean not null default false,
  -- Failures of recurring work on this row. Each one delays the next attempt further, so that it does not hold up other rows.
  check_failures integer not null default 0,
  close_failures integer not null default 0,
  -- Next attempt to close an unpaid checkout.
  next_close_at timestamptz,
  review_cause text,
  review_details text,
  review_due_at timestamptz,
  refund_failures integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index checkouts_open_cookie on checkouts (cookie_hash) where status = 'open' and cookie_hash is not null;
create index checkouts_open_email on checkouts (email_normalized)
  where status = 'open' and email_normalized is not null;
create index checkouts_next_check on checkouts (next_check_at) where status = 'open';
create index checkouts_created on checkouts (created_at);
-- Also used when a user is deleted.
create index checkouts_user on checkouts (user_id) where user_id is not null;
create unique index checkouts_open_hosted on checkouts (user_id, plan) where status = 'open' and hosted;
create index checkouts_cookie on checkouts (cookie_hash) where cookie_hash is not null;
create index checkouts_open_account on checkouts (user_id) where status = 'open' and user_id is not null;
create index checkouts_next_close on checkouts ((coalesce(next_close_at, created_at))) where status = 'open';
create index checkouts_needing_attention on checkouts (status, paid_at)
  where status in ('unclaimed', 'needs_review', 'refund_due');
-- Prevents a browser with a payment in review from being asked to pay again.
create index checkouts_review_cookie on checkouts (cookie_hash) where status = 'needs_review';

-- At most one subscription per user grants access at a time.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null,
  checkout_id uuid not null unique references checkouts (id),
  plan text not null,
  billing_interval text not null,
  amount_cents integer not null,
  status text not null check (status in ('active', 'past_due', 'canceled', 'refunded')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  provider_subscription_id text unique,
  recurring_setup_at timestamptz,
  ended_at timestamptz,
  -- Failed attempts to set up recurring billing at the provider.
  recurring_setup_failures integer not null default 0,
  recurring_setup_error text,
  recurring_setup_failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index subscriptions_one_live on subscriptions (user_id) where status in ('active', 'past_due');
create index subscriptions_user on subscriptions (user_id, created_at desc);
create index subscriptions_recurring_setup_failing on subscriptions (recurring_setup_failed_at)
  where recurring_setup_at is null and recurring_setup_failed_at is not null;

-- Deleted users whose subscriptions have to be canceled at the payment provider. Kept for accounting.
create table subscription_cancellations (
  user_id uuid primary key,
  -- due: being canceled, with retries. ended: nothing more will be charged. failed: retries exhausted, needs support.
  status text not null check (status in ('due', 'ended', 'failed')),
  deleted_at timestamptz not null,
  finished_at timestamptz,
  last_error text
);
create index subscription_cancellations_unfinished on subscription_cancellations (status, finished_at)
  where status <> 'ended';

-- Declined charges of the last hours, with the keyed hash of the IP address they are attributed to.
create table checkout_declines (
  id uuid primary key,
  checkout_id uuid not null references checkouts (id) on delete cascade,
  ip_hash text not null,
  declined_at timestamptz not null
);
create index checkout_declines_ip on checkout_declines (ip_hash, declined_at);
create index checkout_declines_declined on checkout_declines (declined_at);
