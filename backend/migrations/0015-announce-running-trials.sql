-- Announces the end of trials whose users confirmed their address before these emails existed.
with running as (
  select id, email_confirmed_at + interval '14 days' as ends_at
  from users
  where email_confirmed_at > now() - interval '14 days'
    and not exists (select 1 from outbox_events where topic = 'trial.ended' and payload ->> 'userId' = users.id::text)
)
insert into outbox_events (id, topic, queue, payload, created_at, due_at)
select gen_random_uuid(), 'trial.ending', 'events',
  jsonb_build_object('userId', id, 'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), now(), ends_at - interval '3 days'
from running
union all
select gen_random_uuid(), 'trial.ended', 'events', jsonb_build_object('userId', id), now(), ends_at
from running;
