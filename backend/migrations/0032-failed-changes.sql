-- Why a change failed, apart from the provider's error. `last_error` was overwritten with it.
alter table subscription_changes add column failure_reason text;
update subscription_changes set failure_reason = last_error where status = 'failed';
-- Lists and counts the changes that failed recently.
create index subscription_changes_failed on subscription_changes (finished_at) where status = 'failed';
