-- cspell:words fkey
-- Attempts of the customer to pay an invoice, which are limited. The provider's own retries don't count.
alter table invoices add column customer_attempts integer not null default 0;
-- While a card is being removed at the provider, no other request may rely on it.
alter table payment_methods add column removing_until timestamptz;
-- A quote is deleted some time after it has expired. The change that it was confirmed for stays.
alter table subscription_changes
  drop constraint subscription_changes_quote_id_fkey,
  add constraint subscription_changes_quote_id_fkey
    foreign key (quote_id) references subscription_quotes (id) on delete set null;
