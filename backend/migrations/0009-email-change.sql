-- A new address must be agreed to from both mailboxes: which of them has pressed its link; null while neither has.
alter table accounts add column email_change_agreed text check (email_change_agreed in ('present', 'new'));

-- Digits are typed with the address that they were sent to, which for a change need not be any account's yet.
create index one_time_tokens_change on one_time_tokens (address_normalised) where purpose = 'email_change';
