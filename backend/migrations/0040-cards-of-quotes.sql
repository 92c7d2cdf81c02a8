-- The card that a quote names, as {id, brand, last4, expMonth, expYear}. Only this one is charged.
alter table subscription_quotes
  add column payment_method jsonb;
