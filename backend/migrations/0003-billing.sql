-- Billing: prices, webhook events, customers, invoices.

-- Prices at the payment provider, one for each plan and interval.
create table prices (
  lookup_key text primary key,
  provider_price_id text not null,
  amount_cents integer not null,
  currency text not null
);

-- Verified webhook events from the payment provider, each stored once.
create table webhook_events (
  id uuid primary key,
  provider_event_id text not null unique,
  type text not null,
  object_id text not null,
  event_id uuid,
  received_at timestamptz not null
);
create index webhook_events_received on webhook_events (received_at);

-- The payment provider's customer for each user.
create table provider_customers (
  user_id uuid primary key,
  provider_customer_id text not null unique,
  created_at timestamptz not null
);

-- Copies of invoices, as last read from the payment provider.
create table invoices (
  provider_invoice_id text primary key,
  provider_subscription_id text not null,
  number text,
  status text not null,
  amount_paid_cents integer not null,
  currency text not null,
  page_url text,
  issued_at timestamptz not null,
  seen_at timestamptz not null
);
create index invoices_subscription on invoices (provider_subscription_id, issued_at desc);

-- How far the payment provider's lists have been read.
create table provider_cursors (
  name text primary key,
  read_until timestamptz not null
);
