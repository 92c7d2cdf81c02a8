-- Cancellations and withdrawals declared on the public page, without signing in.
create table cancellation_submissions (
  id uuid primary key,
  -- Shown to the person who declared it.
  reference text not null unique,
  kind text not null check (kind in ('cancel', 'withdraw')),
  -- As typed. Null once erased.
  name text,
  email text,
  email_normalized text collate "C",
  -- Free text about the contract; shown to staff only.
  contract text,
  -- Why it is canceled for good cause; shown to staff only.
  reason text,
  -- When the plan should end (YYYY-MM-DD); null for as soon as possible.
  effective_on text,
  received_at timestamptz not null,
  processed_at timestamptz,
  -- Null until processed.
  outcome text check (outcome in (
    'scheduled', 'already_ending', 'confirmation_needed', 'later_date', 'no_subscription', 'unmatched'
  )),
  user_id uuid,
  subscription_id uuid,
  -- The decision that it made.
  change_id uuid,
  -- Whether the money-back guarantee applied when it was processed.
  refundable boolean not null default false,
  -- When the plan ends, as told in the receipt.
  ends_at timestamptz,
  -- When the link in the receipt was used to confirm or undo it.
  confirmed_at timestamptz,
  undone_at timestamptz
);
create index cancellation_submissions_received on cancellation_submissions (received_at desc, id desc);
create index cancellation_submissions_email on cancellation_submissions (email_normalized, received_at desc);
create index cancellation_submissions_user on cancellation_submissions (user_id) where user_id is not null;
