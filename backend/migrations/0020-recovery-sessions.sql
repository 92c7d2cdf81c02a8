-- A session that a recovery mail opened: its bearer may set a password without knowing the present one, once.
alter table sessions add column recovery boolean not null default false;
