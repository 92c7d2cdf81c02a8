-- Every mail is a row first, written with the change it tells of. Parameters hold no secret: one-time links are made at sending.
create table emails (
  id uuid primary key,
  -- The first mail of a line of replays; its own id where it is that first one. To its reader the line is one mail.
  origin_id uuid not null,
  replay_of uuid references emails (id),
  -- Set on a mail whose place a replay has taken.
  replayed_at timestamptz,
  event_id uuid not null,
  account_id uuid,
  template text not null,
  locale text not null,
  recipient text not null,
  recipient_normalised text collate "C" not null,
  subject text not null,
  params jsonb not null,
  message_id text not null,
  -- What may be said once only, e.g. the welcome of an account to a tier.
  dedupe_key text,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'canceled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- The attempt that runs: since when, by which worker, and until when nobody else may begin another.
  attempt_started_at timestamptz,
  leased_by text,
  lease_until timestamptz,
  last_error text,
  created_by uuid,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  canceled_at timestamptz
);
create unique index emails_dedupe on emails (dedupe_key) where dedupe_key is not null;
-- Of one line at most one mail waits or is being sent, however many people press replay.
create unique index emails_one_waiting on emails (origin_id) where status in ('queued', 'sending');
create index emails_replays on emails (origin_id, created_at) where replay_of is not null;
create index emails_created on emails (created_at desc, id desc);
create index emails_status on emails (status, created_at desc, id desc) where status <> 'sent';
create index emails_recipient on emails (recipient_normalised, created_at desc, id desc);
create index emails_template on emails (template, created_at desc, id desc);
create index emails_waiting_for_support on emails (failed_at) where status = 'failed' and replayed_at is null;

-- Attempts that have ended, whichever way.
create table email_attempts (
  email_id uuid not null references emails (id) on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'deferred', 'rejected', 'interrupted')),
  smtp_response text,
  error text,
  worker text not null,
  primary key (email_id, number)
);
