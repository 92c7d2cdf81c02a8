-- Prices as the provider knows them, one for each offer.
create table prices (
  lookup_key text primary key,
  provider_price_id text not null,
  amount_cents integer not null,
  currency text not null
);

-- Signed notices of the provider, once each.
create table provider_notices (
  id uuid primary key,
  provider_event_id text not null unique,
  type text not null,
  object_id text not null,
  event_id uuid,
  received_at timestamptz not null
);
create index provider_notices_received on provider_notices (received_at);

-- The provider's customer of an account.
create table provider_customers (
  account_id uuid primary key,
  provider_customer_id text not null unique,
  created_at timestamptz not null
);

-- Invoices as the provider last told them.
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
