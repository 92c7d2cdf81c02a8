-- Attempts ahead of the schedule, made because the mail server seems to be available again; they do not count toward the schedule.
alter table emails add column early_attempts integer not null default 0;
-- Set from an early attempt on until the attempt that the schedule has planned: when that one is due.
alter table emails add column scheduled_attempt_at timestamptz;
create index emails_deferred on emails (next_attempt_at) where status = 'queued' and next_attempt_at is not null;
create index emails_sent on emails (sent_at) where sent_at is not null;
