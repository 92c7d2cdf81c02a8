-- Text messages with codes: rows first, as mails are. The code is made when a message is sent, and only its keyed hash is kept.
create table sms_messages (
  id uuid primary key,
  account_id uuid not null,
  purpose text not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  -- Digits of the number, without a plus sign.
  recipient text not null,
  -- Of a second factor: the challenge that the code answers.
  challenge_id uuid,
  status text not null check (status in ('queued', 'sent', 'failed', 'canceled')),
  provider_id text,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index sms_messages_account on sms_messages (account_id, created_at desc);
create index sms_messages_created on sms_messages (created_at);

-- A code to a new number is typed with that number, which is no account's yet.
create index one_time_tokens_phone_change on one_time_tokens (address_normalised) where purpose = 'phone_change';

-- A number as second factor.
alter table factors
  drop constraint factors_factor_type_check,
  add constraint factors_factor_type_check check (factor_type in ('totp', 'webauthn', 'phone')),
  add column phone text,
  add constraint factors_phone_check check ((factor_type = 'phone') = (phone is not null));
alter table factor_challenges add column code_hash bytea;
