-- A link that its client asked for with a code challenge: whoever follows it gets a code, and only the client that holds the
-- verifier can trade the code for a session. Of the code only the SHA-256 is stored.
create table flow_states (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- How the session will say that its owner was recognised; known once the link was followed, like the code.
  method text,
  code_hash bytea unique,
  code_expires_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_states_account on flow_states (account_id);
create index flow_states_expires on flow_states (expires_at);

alter table one_time_tokens add column flow_id uuid references flow_states (id) on delete cascade;
