-- Files of an edition: what buyers get (goods), its sample and its cover. A file never changes; another
-- one takes its place, and only where nobody has bought it.
create table edition_file (
  id int generated always as identity primary key,
  edition_id int not null references edition,
  purpose text not null check (purpose in ('cover', 'goods', 'sample')),
  kind text not null check (kind in ('csv', 'docx', 'jpg', 'pdf', 'pptx', 'xlsx', 'zip')),
  -- What buyers see; a further file with the same title takes its place.
  title text not null check (title <> ''),
  -- Of the download, without a folder: letters, digits, dots, dashes.
  file_name text not null check (file_name ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$'),
  -- Licences that include it; those that it has no word about are none.
  licences text[] not null,
  pages int check (pages > 0),
  -- Of the file as it was uploaded.
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text not null,
  -- In the storage: the part that all copies share, and what a reader's tail is made from.
  body_key text not null,
  body_bytes bigint not null check (body_bytes > 0),
  master_key text,
  warnings text[] not null default '{}',
  attached_at timestamptz not null,
  replaced_at timestamptz,
  check ((purpose = 'goods') = (master_key is not null))
);
create unique index edition_file_current on edition_file (edition_id, purpose, title) where replaced_at is null;

-- For the search; apart, since few readers of a row need a megabyte of it.
create table edition_file_text (
  edition_file_id int primary key references edition_file on delete cascade,
  text text not null
);

-- A grant is for one file of one edition: printed from the report's data (pdf, workbook) or uploaded (file).
alter table download_grant add column edition_number int check (edition_number > 0);
update download_grant g set edition_number = coalesce(
  (select max(e.number) from edition e join purchase p on p.report_id = e.report_id where p.id = g.purchase_id), 1);
alter table download_grant alter column edition_number set not null;
alter table download_grant add column edition_file_id int references edition_file;
create index download_grant_edition_file_id_idx on download_grant (edition_file_id) where edition_file_id is not null;
alter table download_grant drop constraint download_grant_kind_check;
alter table download_grant add constraint download_grant_kind_check check (kind in ('file', 'pdf', 'workbook'));
alter table download_grant add constraint download_grant_file_check check ((kind = 'file') = (edition_file_id is not null));
alter table download_grant drop constraint download_grant_purchase_id_kind_seat_id_key;
alter table download_grant add constraint download_grant_file_key
  unique nulls not distinct (purchase_id, edition_number, kind, edition_file_id, seat_id);

-- What was sold stays what it was.
create function keep_edition_file() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'replaced_at' <> to_jsonb(old) - 'replaced_at' then
    raise exception 'a file of an edition never changes' using errcode = 'check_violation';
  end if;
  if new.replaced_at is not null and exists (select from download_grant where edition_file_id = old.id) then
    raise exception 'a file that was sold is not replaced' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger edition_file_kept before update on edition_file for each row execute function keep_edition_file();
