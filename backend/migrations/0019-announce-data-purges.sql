-- Announces the purge of what customers stored whose plans ended before these events existed, at most 30 days ago. Those whose notice
-- would have been due already get it now, and the purge a week later.
with ended as (
  select id, user_id, ended_at, greatest(ended_at + interval '30 days', now() + interval '7 days') as purge_at
  from subscriptions
  where status in ('canceled', 'refunded') and ended_at > now() - interval '30 days'
)
insert into outbox_events (id, topic, queue, payload, created_at, due_at)
select gen_random_uuid(), 'product_data.purge_upcoming', 'events',
  jsonb_build_object('userId', user_id, 'subscriptionId', id,
    'purgeAt', to_char(purge_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), now(), purge_at - interval '7 days'
from ended
union all
select gen_random_uuid(), 'product_data.purge_due', 'events',
  jsonb_build_object('userId', user_id, 'subscriptionId', id), now(), purge_at
from ended;
