-- The credit notes of an invoice at the payment provider: [{ id, number, amountCents, issuedAt }].
alter table invoices add column credit_notes jsonb not null default '[]';
