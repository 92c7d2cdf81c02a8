-- A challenge is answered in the session that asked for it. Those that were open before belong to nobody who could be told; they live
-- five minutes.
delete from factor_challenges;
alter table factor_challenges add column session_id uuid not null;
