-- Redirects that staff made by hand: followed where the site has no page of its own.
create table redirect (
  id int primary key generated always as identity,
  -- Path and query of ours, "/old-page" or "/report.php?id=5".
  from_path text not null check (from_path like '/%'),
  -- A path of ours, or an address of another site.
  to_path text not null,
  created_at timestamptz not null,
  created_by text not null,
  hits int not null default 0,
  last_hit_at timestamptz
);
-- Old servers did not tell capitals apart.
create unique index redirect_from_key on redirect (lower(from_path));
create index redirect_to_idx on redirect (lower(to_path));
