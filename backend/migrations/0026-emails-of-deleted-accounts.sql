-- Soft deletion kept an unkeyed hash, from which an email can be guessed. Its keyed successor cannot be made from it.
update accounts set email = null where deleted_at is not null;
