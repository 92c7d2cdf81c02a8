-- Anonymous accounts are looked through for those that nobody uses, and for buyers among them.
create index accounts_anonymous on accounts (id) where is_anonymous;
-- Also for what an account has on its way when it goes.
create index checkouts_account on checkouts (account_id) where account_id is not null;

-- Support reads messages newest first; those that were not sent are counted.
create index sms_messages_listed on sms_messages (created_at desc, id desc);
create index sms_messages_unsent on sms_messages (status) where status <> 'sent';
drop index sms_messages_created;
