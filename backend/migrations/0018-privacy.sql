-- Privacy: erased people, scheduled deletions and data exports.

-- Evidence that a person's data was erased. Contains nothing else about them.
create table erasures (
  user_id uuid primary key,
  deleted_at timestamptz not null,
  erased_at timestamptz not null
);

-- Accounts that their owners have asked to delete. The row is removed when the request is undone or the account has been deleted.
create table account_deletions (
  user_id uuid primary key,
  requested_at timestamptz not null,
  scheduled_for timestamptz not null,
  -- The request canceled the plan at the end of its period, so undoing the request resumes it.
  canceled_plan boolean not null
);

-- Requested exports of a person's data. The archive is an internal file of the storage backend.
create table data_exports (
  id uuid primary key,
  user_id uuid not null,
  status text not null check (status in ('pending', 'ready', 'failed')),
  size_bytes bigint,
  requested_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create index data_exports_user on data_exports (user_id, requested_at desc);
create unique index data_exports_one_pending on data_exports (user_id) where status = 'pending';
create index data_exports_expired on data_exports (expires_at) where expires_at is not null;
