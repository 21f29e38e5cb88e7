-- What the checks before publishing found in each report when it was last edited, so that lists can
-- be filtered by it. A job follows the edits.
create table report_check (
  report_id integer primary key references report on delete cascade,
  -- The edit after which it was checked (report_last_edit).
  edited_at timestamptz not null,
  checked_at timestamptz not null,
  blocking integer not null check (blocking >= 0),
  warnings integer not null check (warnings >= 0)
);
create index report_check_blocking_idx on report_check (report_id) where blocking > 0;
create index report_check_warnings_idx on report_check (report_id) where warnings > 0;
create index report_check_checked_at_idx on report_check (checked_at);
