-- Resumable uploads. The bytes are collected in the backend; a row is kept until the upload expires, also after it has completed.
create table storage_resumable_uploads (
  -- The version of the object that it creates.
  id uuid primary key,
  bucket_id text not null,
  name text collate "C" not null,
  owner_id uuid,
  -- Replaces an existing object.
  upsert boolean not null,
  -- Null until the client declares it.
  size bigint,
  mime_type text not null,
  cache_control text not null,
  content_encoding text,
  robots text,
  user_metadata jsonb not null default '{}',
  -- The request that may write, until when unless it renews this, and whether it should stop for another one.
  leased_by uuid,
  lease_until timestamptz,
  release_requested boolean not null default false,
  completed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index storage_resumable_uploads_expired on storage_resumable_uploads (expires_at);
