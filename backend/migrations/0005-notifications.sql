-- Emails and SMS messages.

-- Emails to send, written in the same transaction as the change they describe. Parameters contain no secrets: one-time links are created when
-- the email is sent.
create table emails (
  id uuid primary key,
  -- First email of a chain of replays; its own id if it is the first. Recipients see the chain as one email.
  origin_id uuid not null,
  replay_of uuid references emails (id),
  -- Set when a replay has replaced this email.
  replayed_at timestamptz,
  event_id uuid not null,
  user_id uuid,
  template text not null,
  locale text not null,
  recipient text not null,
  recipient_normalized text collate "C" not null,
  subject text not null,
  params jsonb not null,
  message_id text not null,
  -- Set for emails that are sent only once, such as the welcome email of a user and tier.
  dedupe_key text,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'canceled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- The attempt in progress: its start, its worker, and when its lease expires.
  attempt_started_at timestamptz,
  leased_by text,
  lease_until timestamptz,
  last_error text,
  created_by uuid,
  -- Attempts ahead of schedule, made because the mail server seems to be available again. They do not count toward the schedule.
  early_attempts integer not null default 0,
  -- When the regularly scheduled attempt is due; set while early attempts are being made.
  scheduled_attempt_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  canceled_at timestamptz
);
create unique index emails_dedupe on emails (dedupe_key) where dedupe_key is not null;
-- At most one email of a chain is queued or being sent, no matter how often a replay is requested.
create unique index emails_one_waiting on emails (origin_id) where status in ('queued', 'sending');
create index emails_replays on emails (origin_id, created_at) where replay_of is not null;
create index emails_created on emails (created_at desc, id desc);
create index emails_status on emails (status, created_at desc, id desc) where status <> 'sent';
create index emails_recipient on emails (recipient_normalized, created_at desc, id desc);
create index emails_template on emails (template, created_at desc, id desc);
create index emails_waiting_for_support on emails (failed_at) where status = 'failed' and replayed_at is null;
create index emails_deferred on emails (next_attempt_at) where status = 'queued' and next_attempt_at is not null;
create index emails_sent on emails (sent_at) where sent_at is not null;

-- Finished attempts.
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

-- SMS messages to send. The code is generated when the message is sent; only its keyed hash is stored.
create table sms_messages (
  id uuid primary key,
  user_id uuid not null,
  purpose text not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  -- Digits only, without a plus sign.
  recipient text not null,
  -- The MFA challenge that the code is for.
  challenge_id uuid,
  status text not null check (status in ('queued', 'sent', 'failed', 'canceled')),
  provider_id text,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index sms_messages_user on sms_messages (user_id, created_at desc);
-- For the support list (newest first) and the count of unsent messages.
create index sms_messages_listed on sms_messages (created_at desc, id desc);
create index sms_messages_unsent on sms_messages (status) where status <> 'sent';

-- One row per cause of a staff alert. Each cause sends at most one email an hour.
create table staff_alerts (
  cause text primary key,
  -- Number since the last email.
  occurrences integer not null,
  -- Template and parameters of the latest occurrence.
  template text not null,
  params jsonb not null,
  sent_at timestamptz
);
