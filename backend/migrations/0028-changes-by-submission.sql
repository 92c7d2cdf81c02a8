-- The cancellation submission that a change was made for: its sender is not authenticated, so the customer is not the actor.
alter table subscription_changes add column submission_id uuid;
update subscription_changes c set submission_id = s.id from cancellation_submissions s where s.change_id = c.id;
