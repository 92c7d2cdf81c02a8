-- A browser that was sent to a provider and is expected back, once. Its cookie holds a secret of which only the SHA-256 is stored;
-- from that secret follow the verifier and the nonce, so that what stands here opens nothing.
create table provider_flows (
  -- The `state` of the protocol.
  id uuid primary key,
  provider text not null,
  browser_hash bytea not null,
  -- Chosen by the client instead of ours, to find it in the provider's token.
  nonce text,
  -- Judged already; null for the site itself.
  redirect_to text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Of somebody who links the provider to the own account; the flow ends with that session.
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_flows_expires on provider_flows (expires_at);
create index provider_flows_session on provider_flows (session_id) where session_id is not null;

-- What the provider gave for its own API, sealed under the code that the client trades; the code itself is not stored.
alter table flow_states add column provider_tokens bytea;
