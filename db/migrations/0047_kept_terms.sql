-- Whether an order's licence has the editions that come later: kept with the order, as its rights are.
alter table purchase add column includes_new_editions boolean not null default true;

-- When the uploaded sheet of an import was removed from the storage; its rows and results stay.
alter table report_import add column file_removed_at timestamptz;

-- The slug that a row gives: one that two rows give is found before anything is written.
alter table report_import_row add column slug text;
create index report_import_row_slug_idx on report_import_row (import_id, slug) where slug is not null;
