-- The place where this store's files are: a folder or a bucket that has its id. A mark is written
-- into both every few minutes, so that a database and files of different moments are told apart.
create table file_place (
  is_only_row boolean primary key default true check (is_only_row),
  -- "17 9f3c…": a number that grows and a random part; '' until the files have their first one.
  mark text not null check (mark = '' or mark ~ '^[0-9]+ [0-9a-f]{32}$'),
  -- The one that is being written into the files.
  next_mark text check (next_mark ~ '^[0-9]+ [0-9a-f]{32}$'),
  -- Until then no file is cleaned away, and why.
  quiet_until timestamptz,
  quiet_reason text,
  check ((quiet_until is null) = (quiet_reason is null))
);

-- Cleanings that would have removed unusually much: they wait for an owner.
create table held_cleaning (
  -- The beginning of the keys: "goods/".
  kind text primary key,
  found_at timestamptz not null,
  unused int not null,
  total int not null,
  -- The first ones, to look at.
  keys text[] not null,
  -- When an owner said to go on.
  allowed_at timestamptz
);
