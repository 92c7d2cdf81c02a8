-- File storage. The bytes are in a backend, under a key made of bucket, name and version; a row decides which version readers get.
create table storage_buckets (
  id text primary key,
  public boolean not null default false,
  owner_id uuid,
  file_size_limit bigint,
  allowed_mime_types text[],
  -- Set while objects up to this time are being removed.
  emptying_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index storage_buckets_emptying on storage_buckets (emptying_since) where emptying_since is not null;

-- Who may do what in a bucket. Without a rule, only the service role may.
create table storage_bucket_rules (
  bucket_id text not null references storage_buckets (id) on delete cascade,
  action text not null check (action in ('read', 'list', 'write', 'remove')),
  grantee text not null check (grantee in ('owner', 'own_prefix', 'support', 'admin', 'authenticated', 'public')),
  primary key (bucket_id, action, grantee)
);

-- Byte order ("C") makes folders contiguous and their limits computable.
create table storage_objects (
  id uuid primary key,
  bucket_id text not null references storage_buckets (id),
  name text collate "C" not null,
  owner_id uuid,
  version uuid not null unique,
  size bigint not null,
  mime_type text not null,
  etag text not null,
  cache_control text not null,
  content_encoding text,
  robots text,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (bucket_id, name)
);
create index storage_objects_created on storage_objects (bucket_id, created_at, name);
create index storage_objects_updated on storage_objects (bucket_id, updated_at, name);
create index storage_objects_owner on storage_objects (owner_id, size) where owner_id is not null;

-- Bytes that no row refers to any more. A row is removed once its bytes are deleted.
create table storage_pending_deletions (
  key text primary key,
  due_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null
);
create index storage_pending_deletions_due on storage_pending_deletions (due_at);
