-- Codes that stand in for a second factor whose device is lost. Ten of them are made at once; only a keyed hash of each is stored.
-- Used ones stay until the next ten are made, so that nobody counts on them.
create table recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
