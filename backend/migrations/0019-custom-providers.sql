-- Accounts elsewhere that the operator's server lets people sign in with, beside those of the settings. The client secret is encrypted
-- under the installation's own: it must be sent to the provider, and whoever reads the database alone must not be able to.
create table custom_providers (
  id uuid primary key,
  identifier text not null unique,
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  name text not null,
  client_id text not null,
  client_secret bytea not null,
  acceptable_client_ids text[] not null,
  scopes text[] not null,
  pkce_enabled boolean not null,
  attribute_mapping jsonb not null,
  custom_claims_allowlist text[] not null,
  authorization_params jsonb not null,
  enabled boolean not null,
  email_optional boolean not null,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null,
  -- As the issuer told of itself when it was last written here.
  discovery_document jsonb,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  -- Counts the writes: processes keep what they made of a row for as long as it stays the same.
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((provider_type = 'oidc') = (issuer is not null)),
  check ((provider_type = 'oauth2') = (authorization_url is not null and token_url is not null and userinfo_url is not null))
);
create index custom_providers_issuer on custom_providers (issuer) where issuer is not null;
