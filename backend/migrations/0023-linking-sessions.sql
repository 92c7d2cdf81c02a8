-- Who links an account elsewhere goes on in the session that began it. With a code challenge the code leads back to that session, and
-- ends with it.
alter table flow_states add column session_id uuid references sessions (id) on delete cascade;
create index flow_states_session on flow_states (session_id) where session_id is not null;
