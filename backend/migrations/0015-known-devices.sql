-- Where an account has been signed in to: a browser and system by name, and the SHA-256 of the mark that the site left in the browser
-- (empty where a program keeps none). A sign-in from anywhere else is told to the owner.
create table known_devices (
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  mark_hash bytea not null,
  marked_until timestamptz,
  first_seen_at timestamptz not null,
  primary key (account_id, name, mark_hash)
);
create index known_devices_marked_until on known_devices (marked_until) where marked_until is not null;
