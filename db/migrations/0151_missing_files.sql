-- A file that somebody bought may be missing where the store's files are, or not whole: since when it
-- is. It is null again once the file is back.
alter table download_grant add column file_missing_since timestamptz;
create index download_grant_file_missing on download_grant (file_missing_since)
  where file_missing_since is not null;
