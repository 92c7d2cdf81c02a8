-- The money-back guarantee is granted once per card, so that it is offered only to those who can use it. Keyed hash.
alter table subscriptions add column card_hash text;
