-- A counted download lets its reader fetch so many more bytes in ranges (resumed downloads,
-- viewers that load page by page). Downloads that began before have none left: they count again.
alter table download add column range_bytes_left bigint not null default 0 check (range_bytes_left >= 0);
