-- What webhook events are about, and the events they were turned into, so that staff can find them and process them again.
alter table webhook_events
  add column payment_intent_id text,
  add column subscription_id text,
  add column invoice_id text,
  add column customer_id text;
create index webhook_events_object on webhook_events (object_id);
create index webhook_events_payment_intent on webhook_events (payment_intent_id) where payment_intent_id is not null;
create index webhook_events_subscription on webhook_events (subscription_id) where subscription_id is not null;
create index webhook_events_invoice on webhook_events (invoice_id) where invoice_id is not null;
create index webhook_events_customer on webhook_events (customer_id) where customer_id is not null;

create table webhook_outbox_events (
  event_id uuid primary key references outbox_events (id) on delete cascade,
  webhook_event_id uuid not null references webhook_events (id) on delete cascade
);
create index webhook_outbox_events_webhook_event on webhook_outbox_events (webhook_event_id);
