-- Declined card setups count toward the same limit as declined charges.
alter table checkout_declines
  alter column checkout_id drop not null,
  add column setup_intent_id text;
create index checkout_declines_setup on checkout_declines (setup_intent_id) where setup_intent_id is not null;
