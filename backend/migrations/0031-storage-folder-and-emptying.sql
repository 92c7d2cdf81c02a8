-- Which folder has the files, if they are on disk: it contains this ID. Processes with another folder don't start.
create table storage_folder (
  singleton boolean primary key default true constraint storage_folder_singleton_check check (singleton),
  id uuid not null,
  created_at timestamptz not null
);

-- How many objects there were when emptying the bucket began.
alter table storage_buckets add column emptying_objects bigint;
