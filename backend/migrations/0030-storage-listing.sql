-- Objects of one folder by time, and the folders themselves; and what one user owns in a bucket. Listings of large buckets read only the
-- rows of a page.
create index storage_objects_folder_created on storage_objects
  (bucket_id, left(name, char_length(name) + 1 - strpos(reverse(name) || '/', '/')), created_at, name);
create index storage_objects_folder_updated on storage_objects
  (bucket_id, left(name, char_length(name) + 1 - strpos(reverse(name) || '/', '/')), updated_at, name);
create index storage_objects_bucket_owner on storage_objects (bucket_id, owner_id, name) where owner_id is not null;
