-- Deleted accounts that had bought something, or had begun to: whether anything still charges for them. Kept as the books are.
create table plan_endings (
  account_id uuid primary key,
  -- due: being ended, with retries. ended: nothing charges any more. failed: given up, waits for support.
  status text not null check (status in ('due', 'ended', 'failed')),
  deleted_at timestamptz not null,
  finished_at timestamptz,
  last_error text
);
create index plan_endings_unfinished on plan_endings (status, finished_at) where status <> 'ended';
