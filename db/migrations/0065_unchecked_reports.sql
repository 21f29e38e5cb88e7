-- Whether a report was edited since its checks were made: a job looks for those every minute, and
-- comparing all times took seconds in a large store.
alter table report_last_edit add column is_unchecked boolean not null default true;
update report_last_edit set is_unchecked = false from report_check
  where report_check.report_id = report_last_edit.report_id
    and report_check.edited_at = date_trunc('milliseconds', report_last_edit.edited_at);
create index report_last_edit_unchecked_idx on report_last_edit (edited_at desc) where is_unchecked;
