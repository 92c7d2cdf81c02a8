-- Nothing reads these columns. Links to the provider's invoice pages expire, so they are fetched when they are needed.
alter table webhook_events drop column event_id;
alter table invoices drop column page_url;
