-- People. An address is compared by its normalised form and kept as typed; only the hash of a password is stored.
create table accounts (
  id uuid primary key,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  -- What made the account; an account made by a payment may sign in before its address is proven.
  origin text not null check (origin in ('signup', 'payment', 'admin', 'invite', 'provider', 'phone', 'anonymous')),
  email text,
  email_normalised text unique,
  email_confirmed_at timestamptz,
  phone text unique,
  phone_confirmed_at timestamptz,
  password_hash text,
  full_name text not null default '',
  -- app_metadata is ours (provider, providers, role), user_metadata belongs to the account's owner.
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  new_email text,
  new_phone text,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  deleted_at timestamptz,
  terms_version text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_created on accounts (created_at desc, id);
create index accounts_staff on accounts ((app_metadata ->> 'role')) where app_metadata ->> 'role' is not null;

-- The ways in which an account is known: its own address (provider 'email') or an account elsewhere.
create table identities (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  email text,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_account on identities (account_id);

-- A sign-in on one device. Its row is read on every call, so deleting it signs out at once.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  -- How it was proved who is there: [{"method", "timestamp", "provider"?}], newest first, one entry a method.
  amr jsonb not null,
  factor_id uuid,
  user_agent text,
  ip text,
  -- Number of the refresh token in force; all tokens with a lower number are spent.
  refresh_counter integer not null default 0,
  refreshed_at timestamptz,
  not_after timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_account on sessions (account_id, created_at desc);
create index sessions_not_after on sessions (not_after);

-- Every refresh token a session ever had, by its SHA-256. Token n+1 is the HMAC of `salt` under token n, so the holder of
-- a spent token can be given the present one again although nobody could read it from here.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  counter integer not null,
  salt bytea,
  created_at timestamptz not null,
  unique (session_id, counter)
);

-- One-time links, by the SHA-256 of their token. A link proves the address it was sent to and no other.
create table one_time_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null,
  address_normalised text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_account on one_time_tokens (account_id, purpose);
create index one_time_tokens_expires on one_time_tokens (expires_at);
