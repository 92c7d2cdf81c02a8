-- Payments that arrived but contradict their checkout wait for a person, with the cause.
-- needs_review: paid, and held until staff give the plan or return the money.
alter table checkouts drop constraint checkouts_status_check;
alter table checkouts
  add constraint checkouts_status_check check (
    status in ('open', 'provisioned', 'unclaimed', 'needs_review', 'refund_due', 'refunded', 'canceled')
  ),
  add column review_cause text,
  add column review_details text,
  add column review_due_at timestamptz,
  add column refund_failures integer not null default 0;
drop index checkouts_needing_attention;
create index checkouts_needing_attention on checkouts (status, paid_at)
  where status in ('unclaimed', 'needs_review', 'refund_due');

-- A browser that has paid such a checkout is not asked to pay again.
create index checkouts_review_cookie on checkouts (cookie_hash) where status = 'needs_review';

-- Failed tries at setting up recurring billing at the provider.
alter table subscriptions
  add column recurring_setup_failures integer not null default 0,
  add column recurring_setup_error text,
  add column recurring_setup_failed_at timestamptz;
create index subscriptions_recurring_setup_failing on subscriptions (recurring_setup_failed_at)
  where settled_at is null and recurring_setup_failed_at is not null;

-- One row for each cause that staff are alerted to, so that a cause sends one email an hour.
create table staff_alerts (
  cause text primary key,
  -- Since the last email.
  occurrences integer not null,
  -- The email about the latest occurrence.
  template text not null,
  params jsonb not null,
  sent_at timestamptz
);
