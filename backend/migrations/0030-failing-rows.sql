-- Recurring work on checkouts: a row that fails is due again later and later, behind the others.
alter table checkouts
  add column check_failures integer not null default 0,
  add column close_failures integer not null default 0,
  add column last_error text,
  -- When an unpaid checkout that could not be closed is tried again.
  add column next_close_at timestamptz;
update checkouts set next_check_at = created_at where next_check_at is null;
alter table checkouts
  alter column next_check_at set default now(),
  alter column next_check_at set not null;
create index checkouts_next_close on checkouts ((coalesce(next_close_at, created_at))) where status = 'open';

-- How far lists of the payment provider have been read.
create table provider_cursors (
  name text primary key,
  read_until timestamptz not null
);
