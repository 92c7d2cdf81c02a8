-- A link's mail may carry six digits beside it, for people who read mail on another device. They can be guessed, so only a keyed
-- hash is stored and a few guesses void them; the link itself goes on working.
alter table one_time_tokens
  add column code_hash bytea,
  add column guesses integer not null default 0;
