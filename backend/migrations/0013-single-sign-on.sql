-- Directories of companies whose people sign in by SAML.
create table sso_providers (
  id uuid primary key,
  entity_id text not null unique,
  metadata_url text,
  metadata_xml text not null,
  -- Read from the metadata: where people are sent to, and the keys of which one must have signed what they come back with.
  entry_point text not null,
  certificates jsonb not null,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  disabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Whose addresses a directory vouches for; each domain belongs to one.
create table sso_domains (
  domain text primary key,
  provider_id uuid not null references sso_providers (id) on delete cascade
);
create index sso_domains_provider on sso_domains (provider_id);

-- A visit to a directory is begun by a call of a client, and bound to a browser once that departs.
alter table provider_flows alter column browser_hash drop not null;
