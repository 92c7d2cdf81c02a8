-- Authenticator apps that an account's owner has enrolled. The secret is encrypted under the installation's own: it must be read
-- to check a code, and whoever reads the database alone must not make codes.
create table factors (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp')),
  friendly_name text not null default '',
  status text not null check (status in ('unverified', 'verified')),
  secret bytea not null,
  -- The half minute whose code was used last: no code works twice.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, friendly_name)
);

create table factor_challenges (
  id uuid primary key,
  factor_id uuid not null references factors (id) on delete cascade,
  ip text,
  expires_at timestamptz not null
);
create index factor_challenges_factor on factor_challenges (factor_id);
create index factor_challenges_expires on factor_challenges (expires_at);

-- Whether there may be a factor: the many accounts without one are not asked on every call.
alter table accounts add column has_factors boolean not null default false;
