-- The picture that a report has as its cover, by the first digits of its file's SHA-256: what the
-- publisher gave, or the first page of their PDF. Null where the cover is drawn.
alter table report add column cover_picture text;

update report set cover_picture = left(newest.sha256, 16)
from (
  select distinct on (edition.report_id) edition.report_id, file.sha256
  from edition_file file join edition on edition.id = file.edition_id
  where file.purpose = 'cover' and file.replaced_at is null
  -- "Cover" comes before "First page".
  order by edition.report_id, edition.number desc, file.title
) newest where newest.report_id = report.id;
