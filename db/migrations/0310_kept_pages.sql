-- Finished pages, kept beyond the process (decision 0073). Three tables that are empty together after
-- a crash or a recovery of the database, because none is logged: what one knows, all know.

create unlogged table kept_page (
  -- The build and the settings that made it: another build never shows it.
  build text not null,
  -- Path and declared query, as the page cache spells them.
  key text not null,
  -- When somebody asked for it, to a day.
  asked_at timestamptz not null default now(),
  -- Null, as all that follows: it was dropped, and is to be made again.
  status int,
  etag text,
  -- Names and values, one after the other.
  headers text[],
  tags text[],
  plain_bytes int,
  -- Compressed with brotli.
  body bytea,
  -- Taken before anything was read for the page.
  snapshot pg_snapshot,
  made_at timestamptz,
  -- A process makes it again since then.
  claimed_at timestamptz,
  primary key (build, key)
);
-- It is compressed already.
alter table kept_page alter column body set storage external;
create index kept_page_to_make_idx on kept_page (build, asked_at desc) where body is null;

-- Which transaction dropped the pages with a tag. A kept page counts if none with one of its tags
-- committed after the page's snapshot; that is decided when the page is read.
create unlogged table dropped_tag (
  tag text not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (tag, xid)
);

-- Since when `dropped_tag` is whole: all that its transactions from `floor` on have dropped is there.
-- Without the row, or with one of another cluster (a restored dump), no page is kept or read.
create unlogged table kept_page_floor (
  is_it boolean primary key default true check (is_it),
  cluster bigint not null,
  floor xid8 not null,
  next_floor xid8 not null
);
