-- Authentication: users, identities, sessions, one-time tokens, MFA, passkeys, OAuth, SSO.

-- Auth records. Emails are compared in normalized form and stored as typed. Only the hash of a password is stored.
create table users (
  id uuid primary key,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  -- How the user was created. A user created by a payment may sign in before the email is confirmed.
  origin text not null check (origin in ('signup', 'payment', 'admin', 'invite', 'provider', 'phone', 'anonymous')),
  email text,
  email_normalized text unique,
  email_confirmed_at timestamptz,
  phone text unique,
  phone_confirmed_at timestamptz,
  password_hash text,
  full_name text not null default '',
  -- app_metadata is set by the server (provider, providers, role); users can edit user_metadata.
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  new_email text,
  new_phone text,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  deleted_at timestamptz,
  terms_version text,
  terms_accepted_at timestamptz,
  -- An email change must be confirmed from both addresses. The one that has confirmed so far; null if neither has.
  email_change_confirmed_by text check (email_change_confirmed_by in ('present', 'new')),
  -- If false, requests skip the factor lookup.
  has_factors boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_created on users (created_at desc, id);
create index users_staff on users ((app_metadata ->> 'role')) where app_metadata ->> 'role' is not null;
-- Inactive anonymous users are purged in batches.
create index users_anonymous on users (id) where is_anonymous;

-- Sign-in identities: the user's own email or phone, or an account at an external provider.
create table identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  email text,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_user on identities (user_id);

-- One row per sign-in. Read on every request, so deleting a row signs the user out immediately.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  -- Authentication methods, newest first, one entry per method: [{"method", "timestamp", "provider"?}].
  amr jsonb not null,
  factor_id uuid,
  user_agent text,
  ip text,
  -- Number of the current refresh token. Tokens with a lower number have been used.
  refresh_counter integer not null default 0,
  refreshed_at timestamptz,
  not_after timestamptz not null,
  -- Created from a recovery email: the password can be set once without the current one.
  recovery boolean not null default false,
  -- Set by a passkey sign-in with user verification, which is aal2 until the passkey is removed.
  passkey_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_not_after on sessions (not_after);

-- Every refresh token of a session, as SHA-256. Token n+1 is the HMAC of `salt` under token n: the server can return the current token
-- to a client that presents a used one, but tokens cannot be derived from this table alone.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  counter integer not null,
  salt bytea,
  created_at timestamptz not null,
  unique (session_id, counter)
);

-- PKCE flows. Following the link returns a code, which only the client with the verifier can exchange. The code is stored as SHA-256.
create table flow_states (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- Authentication method of the session to be created; known once the link has been followed.
  method text,
  code_hash bytea unique,
  code_expires_at timestamptz,
  -- The provider's tokens, encrypted under the code that the client exchanges. The code itself is not stored.
  provider_tokens bytea,
  -- Set when an identity is linked to an existing session: the code continues that session and is deleted with it.
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_states_user on flow_states (user_id);
create index flow_states_expires on flow_states (expires_at);
create index flow_states_session on flow_states (session_id) where session_id is not null;

-- One-time links and codes, as SHA-256 of the token. A token confirms only the email or phone that it was sent to.
create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null,
  recipient text not null,
  flow_id uuid references flow_states (id) on delete cascade,
  -- Keyed hash of the six-digit code sent along with the link. Too many wrong guesses invalidate the code; the link stays valid.
  code_hash bytea,
  guesses integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_expires on one_time_tokens (expires_at);
-- For an email change, codes are entered with the new address, which no user has yet.
create index one_time_tokens_change on one_time_tokens (recipient) where purpose = 'email_change';
-- For a phone change, codes are entered with the new number, which no user has yet.
create index one_time_tokens_phone_change on one_time_tokens (recipient) where purpose = 'phone_change';

-- MFA factors. TOTP secrets are encrypted with the installation's key: verifying a code needs the secret, and a leaked database must not
-- reveal it. A set of recovery codes is listed as a factor but never satisfies MFA on its own.
create table factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone', 'recovery_code')),
  friendly_name text not null default '',
  status text not null check (status in ('unverified', 'verified')),
  secret bytea,
  -- Time step of the last accepted TOTP code, so that no code is accepted twice.
  last_step bigint,
  last_challenged_at timestamptz,
  phone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, friendly_name),
  constraint factors_secret_check check ((factor_type = 'totp') = (secret is not null)),
  constraint factors_phone_check check ((factor_type = 'phone') = (phone is not null))
);
create unique index factors_recovery_set on factors (user_id) where factor_type = 'recovery_code';

-- Pending MFA challenges. A challenge is valid only in the session that requested it.
create table factor_challenges (
  id uuid primary key,
  factor_id uuid not null references factors (id) on delete cascade,
  ip text,
  -- WebAuthn challenge.
  challenge text,
  code_hash bytea,
  session_id uuid not null,
  expires_at timestamptz not null
);
create index factor_challenges_factor on factor_challenges (factor_id);
create index factor_challenges_expires on factor_challenges (expires_at);

-- OAuth and SAML flows in progress, one per redirect. A browser cookie holds a secret, stored here as SHA-256; the PKCE verifier and the
-- nonce are derived from it.
create table oauth_flows (
  -- The `state` parameter, or the SAML relay state.
  id uuid primary key,
  provider text not null,
  -- Null until a browser starts a SAML flow that a client has created.
  browser_hash bytea,
  -- Chosen by the client; the provider's ID token must contain it.
  nonce text,
  -- Already validated; null for the site itself.
  redirect_to text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set when linking an identity. The flow is deleted with that session.
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_flows_expires on oauth_flows (expires_at);
create index oauth_flows_session on oauth_flows (session_id) where session_id is not null;

-- Used wallet sign-in messages, so that each is accepted once. Keyed by wallet and nonce (or the whole message if it has none), never by
-- the signature, which has more than one encoding.
create table wallet_messages (
  message_hash bytea primary key,
  expires_at timestamptz not null
);
create index wallet_messages_expires on wallet_messages (expires_at);

-- SAML identity providers.
create table sso_providers (
  id uuid primary key,
  entity_id text not null unique,
  metadata_url text,
  metadata_xml text not null,
  -- Read from the metadata: the sign-in URL, and the certificates that may sign responses.
  entry_point text not null,
  certificates jsonb not null,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  disabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Email domains of SSO providers. A domain belongs to one provider.
create table sso_domains (
  domain text primary key,
  provider_id uuid not null references sso_providers (id) on delete cascade
);
create index sso_domains_provider on sso_domains (provider_id);

-- Keyed hashes of recovery codes. Ten are generated at a time; used codes are kept until the next set is generated.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  factor_id uuid references factors (id) on delete cascade not null,
  primary key (user_id, code_hash)
);
create index recovery_codes_factor on recovery_codes (factor_id);

-- Browsers and operating systems that a user has signed in from, with the SHA-256 of the device cookie (empty without one).
-- Signing in from any other device sends a security email.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  token_hash bytea not null,
  expires_at timestamptz,
  first_seen_at timestamptz not null,
  primary key (user_id, name, token_hash)
);
create index known_devices_expires on known_devices (expires_at) where expires_at is not null;

-- Passkeys. A signature counter that decreases indicates a cloned authenticator.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  aaguid text not null,
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- Pending passkey challenges. Sign-in challenges have no user yet.
create table passkey_challenges (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

-- WebAuthn credentials of MFA factors.
create table factor_credentials (
  factor_id uuid primary key references factors (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  aaguid text not null
);

-- OAuth and OpenID Connect providers added through the admin API. The client secret is encrypted with the installation's key.
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
  -- Discovery document of the issuer as of the last write.
  discovery_document jsonb,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  -- Incremented on every write. Processes cache the provider until it changes.
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((provider_type = 'oidc') = (issuer is not null)),
  check ((provider_type = 'oauth2') = (authorization_url is not null and token_url is not null and userinfo_url is not null))
);
create index custom_providers_issuer on custom_providers (issuer) where issuer is not null;
