-- Platform: events, scheduled tasks, audit log, idempotency keys.

-- Events, written in the same transaction as the change they describe. Published to the queue until every handler has completed.
create table outbox_events (
  id uuid primary key,
  topic text not null,
  queue text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  published_at timestamptz,
  done_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index outbox_events_unpublished on outbox_events (due_at) where done_at is null and published_at is null;
create index outbox_events_unfinished on outbox_events (queue, due_at) where done_at is null;
create index outbox_events_done on outbox_events (done_at) where done_at is not null;

-- Which handler has handled which event. Committed together with the writes of the handler.
create table inbox_entries (
  event_id uuid not null references outbox_events (id) on delete cascade,
  handler text not null,
  handled_at timestamptz not null,
  primary key (event_id, handler)
);

-- Next run of each scheduled task. The worker that moves the row runs the task.
create table scheduled_tasks (
  name text primary key,
  next_run_at timestamptz not null
);

-- Security events and every action of staff.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_type text,
  subject_id text,
  ip text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_entries_at on audit_entries (at desc);
create index audit_entries_subject on audit_entries (subject_type, subject_id, at desc);
create index audit_entries_actor on audit_entries (actor_id, at desc) where actor_id is not null;

-- Stored responses of idempotent requests, scoped to the caller.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  locked_until timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
