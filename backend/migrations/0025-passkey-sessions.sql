-- A passkey sign-in with user verification is of the second level, until the passkey is removed.
alter table sessions add column passkey_id uuid;
