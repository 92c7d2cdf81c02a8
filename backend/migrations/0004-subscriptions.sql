-- A purchase on its way: stored before the browser learns how to pay, kept until its money has become a plan.
create table checkouts (
  id uuid primary key,
  plan text not null,
  billing_interval text not null,
  amount_cents integer not null,
  -- open: may still be paid. provisioned: gave a plan. unclaimed: paid, but nobody to give it to.
  -- refund_due, refunded: paid by a customer who had a plan. canceled: can no longer be paid.
  status text not null check (status in ('open', 'provisioned', 'unclaimed', 'refund_due', 'refunded', 'canceled')),
  payment_intent_id text unique,
  -- Counts tries at the provider, so that a stored failure is not answered for ever.
  intent_attempt integer not null default 0,
  hosted_session_id text unique,
  cookie_hash text,
  account_id uuid,
  prepared_at timestamptz,
  email text,
  email_normalised text,
  full_name text,
  password_hash text,
  terms_version text,
  terms_accepted_at timestamptz,
  password_tries integer not null default 0,
  declines integer not null default 0,
  paid_at timestamptz,
  subscription_id uuid,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index checkouts_open_cookie on checkouts (cookie_hash) where status = 'open' and cookie_hash is not null;
create index checkouts_open_email on checkouts (email_normalised) where status = 'open' and email_normalised is not null;
create index checkouts_next_check on checkouts (next_check_at) where status = 'open';
create index checkouts_needing_attention on checkouts (status, paid_at) where status in ('unclaimed', 'refund_due');
create index checkouts_created on checkouts (created_at);

-- What a customer has bought. At most one gives access at a time.
create table subscriptions (
  id uuid primary key,
  account_id uuid not null,
  checkout_id uuid not null unique references checkouts (id),
  plan text not null,
  billing_interval text not null,
  amount_cents integer not null,
  status text not null check (status in ('active', 'past_due', 'canceled', 'refunded')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  provider_subscription_id text unique,
  settled_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index subscriptions_one_live on subscriptions (account_id) where status in ('active', 'past_due');
create index subscriptions_account on subscriptions (account_id, created_at desc);
