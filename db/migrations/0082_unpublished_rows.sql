-- Why a row's report is not published, though the row says so: sentences; null for all others.
alter table report_import_row add unpublished jsonb;
