-- What customers want on their invoices: name, address and VAT ID.
create table billing_details (
  user_id uuid primary key,
  name text not null,
  company text,
  line1 text not null,
  line2 text,
  city text not null,
  state text,
  postal_code text,
  country text not null,
  tax_id text,
  invoice_email text,
  updated_at timestamptz not null
);
