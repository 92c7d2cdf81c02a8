-- The buyer was signed in when the checkout was prepared: the plan joins that account whatever billing email the payment has.
alter table checkouts add column prepared_signed_in boolean not null default false;
update checkouts set prepared_signed_in = true where status = 'open' and prepared_at is not null and account_id is not null;

-- Keyed hash of the IP address that prepared the checkout; until then, of the one that opened it.
alter table checkouts add column ip_hash text;

-- Paid on the provider's hosted page. Set for those opened from now on, of which an account has one open for each plan.
alter table checkouts add column hosted boolean not null default false;
create unique index checkouts_open_hosted on checkouts (account_id, plan) where status = 'open' and hosted;

create index checkouts_cookie on checkouts (cookie_hash) where cookie_hash is not null;
create index checkouts_open_account on checkouts (account_id) where status = 'open' and account_id is not null;

-- Declined charges of the last hours, by the keyed hash of the IP address they are attributed to.
create table checkout_declines (
  id uuid primary key,
  checkout_id uuid not null references checkouts (id) on delete cascade,
  ip_hash text not null,
  declined_at timestamptz not null
);
create index checkout_declines_ip on checkout_declines (ip_hash, declined_at);
create index checkout_declines_declined on checkout_declines (declined_at);
