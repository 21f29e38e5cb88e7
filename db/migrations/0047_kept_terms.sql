-- Whether an order's licence has the editions that come later: kept with the order, as its rights are.
alter table purchase add column includes_new_editions boolean not null default true;

-- When the uploaded sheet of an import was removed from the storage; its rows and results stay.
alter table report_import add column file_removed_at timestamptz;
