-- cspell:words pkey
-- All customers of a user at the payment provider are known, so that all of them can be reached. New cards are added to the current one.
alter table provider_customers add column is_current boolean not null default true;
alter table provider_customers
  alter column is_current drop default,
  drop constraint provider_customers_pkey,
  drop constraint provider_customers_provider_customer_id_key,
  add primary key (provider_customer_id);
create index provider_customers_user on provider_customers (user_id);
create unique index provider_customers_current on provider_customers (user_id) where is_current;
