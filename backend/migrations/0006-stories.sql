-- Customer stories, submitted with consent to publish them.
create table stories (
  id uuid primary key,
  name text not null,
  company text not null,
  email text not null,
  story text not null,
  consented_at timestamptz not null,
  created_at timestamptz not null
);
create index stories_created on stories (created_at desc);
