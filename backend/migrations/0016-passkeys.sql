-- Keys that sign in alone. The private half never leaves its owner's device; a counter that goes back tells of a copy.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  aaguid text not null,
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id, created_at);

-- What a device is asked to sign, once. Without an account it is for a sign-in: nobody knows yet who comes.
create table passkey_challenges (
  id uuid primary key,
  account_id uuid references accounts (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
