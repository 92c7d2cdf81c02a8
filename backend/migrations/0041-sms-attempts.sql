-- Set before a message is passed to the provider, so that no second worker sends it.
alter table sms_messages
  add column attempt_started_at timestamptz;
