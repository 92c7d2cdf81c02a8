-- What a scheduled plan change will cost, which may differ from today's catalog. Null for changes that were scheduled before.
alter table subscriptions
  add column pending_amount_cents integer;
