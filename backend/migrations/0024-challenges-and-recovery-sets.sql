-- A challenge is answered in the session that asked for it. Those that were open before belong to nobody who could be told; they live
-- five minutes.
delete from factor_challenges;
alter table factor_challenges add column session_id uuid not null;

-- A set of recovery codes is listed beside the second factors that it stands in for, under an id of its own, which stays when the codes
-- are made anew. Like a factor it has a name and is taken away, and takes its codes along; it is never enough on its own.
alter table factors
  drop constraint factors_factor_type_check,
  add constraint factors_factor_type_check check (factor_type in ('totp', 'webauthn', 'phone', 'recovery_code'));
create unique index factors_recovery_set on factors (account_id) where factor_type = 'recovery_code';

alter table recovery_codes add column factor_id uuid references factors (id) on delete cascade;
insert into factors (id, account_id, factor_type, friendly_name, status, created_at, updated_at)
select gen_random_uuid(), sets.account_id, 'recovery_code',
       case when named.account_id is null then 'Recovery codes'
            else 'Recovery codes ' || left(gen_random_uuid()::text, 8) end,
       'verified', sets.made_at, sets.made_at
from (select account_id, max(created_at) as made_at from recovery_codes group by account_id) sets
left join factors named on named.account_id = sets.account_id and named.friendly_name = 'Recovery codes'
where exists (select 1 from factors f where f.account_id = sets.account_id and f.status = 'verified');
update recovery_codes set factor_id = factors.id
from factors where factors.account_id = recovery_codes.account_id and factors.factor_type = 'recovery_code';
-- Of accounts that have no factor any more.
delete from recovery_codes where factor_id is null;
alter table recovery_codes alter column factor_id set not null;
create index recovery_codes_factor on recovery_codes (factor_id);
