-- An import that was cancelled, or given up because of an error, and where it stood then.
alter table report_import drop constraint report_import_state_check;
alter table report_import add constraint report_import_state_check check (state in (
  'reading', 'unmapped', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'refused',
  'cancelled', 'failed'));
alter table report_import drop constraint report_import_check;
alter table report_import add constraint report_import_refusal_check
  check ((state in ('refused', 'failed')) = (refusal is not null));
alter table report_import add column stopped_in text
  check (stopped_in in ('reading', 'checking', 'running', 'undoing'));
create index long_work_import on long_work ((input ->> 'importId')) where state = 'open';
