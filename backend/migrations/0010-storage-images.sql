-- Transformed images: files of their own that belong to one version of an object. Removing the object queues the deletion of their bytes.
create table storage_image_variants (
  id uuid primary key,
  version uuid not null,
  options text not null,
  size integer not null,
  mime_type text not null,
  etag text not null,
  created_at timestamptz not null,
  unique (version, options)
);

-- Profile pictures. The object of a user has their ID as its name.
insert into storage_buckets (id, public, file_size_limit, allowed_mime_types, created_at, updated_at)
values ('avatars', true, 1000000, '{image/jpeg,image/png,image/webp}', now(), now());
insert into storage_bucket_rules (bucket_id, action, grantee)
values ('avatars', 'list', 'own_prefix'), ('avatars', 'list', 'support'), ('avatars', 'write', 'own_prefix'),
  ('avatars', 'remove', 'own_prefix'), ('avatars', 'remove', 'admin');
