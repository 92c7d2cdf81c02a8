-- Pictures of customer stories, in a folder named after the story. Uploaded through signed URLs; seen by staff only.
alter table stories add column pictures smallint not null default 0;

insert into storage_buckets (id, public, file_size_limit, allowed_mime_types, created_at, updated_at)
values ('story-pictures', false, 5000000, '{image/jpeg,image/png,image/webp}', now(), now());
