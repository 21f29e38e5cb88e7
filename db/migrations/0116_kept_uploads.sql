-- Files that staff and programs upload in as many requests as their line needs. Their bytes lie in
-- the file storage in parts, so that any process can take the next one.
create table kept_upload (
  id text primary key,
  -- Who began it, as a door names them: "staff 7", or a token.
  owner text not null,
  file_name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  -- Its last byte, or its beginning.
  touched_at timestamptz not null
);
create index kept_upload_touched_idx on kept_upload (touched_at);
create index kept_upload_owner_idx on kept_upload (owner);

create table kept_upload_part (
  upload_id text not null references kept_upload on delete cascade,
  -- Where in the file it begins.
  offset_bytes bigint not null,
  bytes int not null check (bytes > 0),
  file_key text not null unique,
  primary key (upload_id, offset_bytes)
);
