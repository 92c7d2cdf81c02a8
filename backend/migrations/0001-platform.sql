-- Events: written in the transaction of the change they tell of; published to the queue until every handler has noted them.
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

-- What each handler has noted; committed together with what the handler wrote.
create table inbox_entries (
  event_id uuid not null references outbox_events (id) on delete cascade,
  handler text not null,
  handled_at timestamptz not null,
  primary key (event_id, handler)
);

-- When each recurring task is due next; taking a row is taking the turn.
create table scheduled_tasks (
  name text primary key,
  next_run_at timestamptz not null
);

-- Every security act and every act of staff.
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

-- Answers kept for idempotency keys, scoped to the caller.
create table idempotent_answers (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  locked_until timestamptz not null,
  primary key (scope, key)
);
create index idempotent_answers_created on idempotent_answers (created_at);
