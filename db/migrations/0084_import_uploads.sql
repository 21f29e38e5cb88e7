-- Files that were sent for the reports of an import, single ones and ZIPs. A job attaches them one
-- by one and notes each here: a killed process loses nothing, and another one goes on.
create table import_upload (
  id int generated always as identity primary key,
  import_id int not null references report_import on delete cascade,
  file_name text not null,
  -- Where the bytes are kept until all of it is through.
  file_key text not null unique,
  -- Who sent it, as the history names them.
  actor text not null,
  -- Files in it; null until it is opened.
  file_count int,
  -- So many of them are through.
  done int not null default 0,
  -- Times that somebody began with the next one.
  tries int not null default 0,
  -- Why the rest of it can't be taken.
  refusal text,
  created_at timestamptz not null,
  -- The database's clock: processes that work are compared by it.
  touched_at timestamptz not null default now(),
  finished_at timestamptz
);
create index import_upload_import_idx on import_upload (import_id, id);
create index import_upload_working_idx on import_upload (touched_at) where finished_at is null;

create table import_upload_file (
  upload_id int not null references import_upload on delete cascade,
  -- In the order of the ZIP, from 1.
  position int not null,
  file_name text not null,
  -- Of the report that has it now; null where it was refused.
  code text,
  -- Why it was refused, or what the publisher should know of it.
  message text,
  primary key (upload_id, position)
);
