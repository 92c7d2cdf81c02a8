-- What was paid can differ from what was due, also in its currency. Null for payments from before.
alter table checkouts
  add column paid_cents integer,
  add column paid_currency text;
