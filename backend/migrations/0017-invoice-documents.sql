-- What invoices charge for. Null for invoices stored before, until they are read again.
alter table invoices
  add column lines jsonb not null default '[]',
  add column total_cents integer,
  add column tax_cents integer not null default 0;

-- Buckets of the product itself, which no route of the storage service can reach.
alter table storage_buckets add column internal boolean not null default false;
insert into storage_buckets (id, public, internal, allowed_mime_types, created_at, updated_at)
values ('invoice-documents', false, true, '{application/pdf}', now(), now());

-- Invoices and receipts as customers download them. A version never changes.
create table invoice_documents (
  id uuid primary key,
  provider_invoice_id text not null,
  kind text not null check (kind in ('invoice', 'receipt')),
  version integer not null check (version > 0),
  number text not null,
  user_id uuid not null,
  content jsonb not null,
  -- Of the PDF, once it is stored.
  sha256 text,
  issued_at timestamptz not null,
  unique (provider_invoice_id, kind, version)
);
create index invoice_documents_user on invoice_documents (user_id, issued_at);

-- The receipt numbers of each customer, without gaps.
create table receipt_number_ranges (
  user_id uuid primary key,
  prefix text not null unique,
  last_number integer not null
);
