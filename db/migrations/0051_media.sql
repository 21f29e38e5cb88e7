-- The library of pictures. Texts and fields name a picture, "media/wheat-field", and never a file of
-- it: a replaced picture is the new one wherever it stands.
create table media (
  id int generated always as identity primary key,
  name text not null unique check (name ~ '^media/[a-z0-9][a-z0-9-]{0,99}$'),
  -- As whoever uploaded it named it.
  file_name text not null,
  -- What it shows, for readers who don't see it. Empty until somebody has written it.
  alternative_text text not null default '' check (length(alternative_text) <= 500),
  file_number int not null,
  uploaded_at timestamptz not null,
  uploaded_by text not null,
  -- Taken out of the library; thirty days after that it is gone.
  removed_at timestamptz
);
create index media_listed_idx on media (id desc) where removed_at is null;

-- What a picture was at any time: an edition that was sold is printed with the file of its day.
create table media_file (
  media_id int not null references media on delete cascade,
  number int not null check (number > 0),
  file_key text not null unique,
  sha256 text not null,
  type text not null check (type in ('image/jpeg', 'image/png')),
  width_px int not null check (width_px > 0),
  height_px int not null check (height_px > 0),
  size_bytes int not null check (size_bytes > 0),
  added_at timestamptz not null,
  primary key (media_id, number)
);
create index media_file_sha256_idx on media_file (sha256);
alter table media add constraint media_file_fkey foreign key (id, file_number)
  references media_file (media_id, number) deferrable initially deferred;

-- Which pictures a version of a report shows. Versions never change, so that their inserts are all.
create table report_version_picture (
  version_id int not null references report_version on delete cascade,
  name text not null,
  primary key (version_id, name)
);
create index report_version_picture_name_idx on report_version_picture (name);

create function note_pictures_of_versions() returns trigger language plpgsql as $$
begin
  insert into report_version_picture (version_id, name)
  select distinct made.id, picture #>> '{}' from made,
    jsonb_path_query(made.parts, '$.description[*] ? (@.kind == "picture").name') as picture;
  return null;
end $$;
create trigger report_version_pictures after insert on report_version referencing new table as made
  for each statement execute function note_pictures_of_versions();

insert into report_version_picture (version_id, name)
select distinct v.id, picture #>> '{}' from report_version v,
  jsonb_path_query(v.parts, '$.description[*] ? (@.kind == "picture").name') as picture;
