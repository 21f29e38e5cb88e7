-- A download counts when its file has arrived. Until then it is begun: a bound of its own keeps tries
-- that are cut from going on for ever.
alter table download
  add column arrived_at timestamptz,
  -- How often the whole file may still be asked for within the hour.
  add column wholes_left int not null default 0 check (wholes_left >= 0),
  -- Which bytes of the file were sent.
  add column covered int8multirange not null default '{}';
update download set arrived_at = downloaded_at;

alter table download_grant add column begun_count int not null default 0 check (begun_count >= 0);
update download_grant set begun_count = download_count;
