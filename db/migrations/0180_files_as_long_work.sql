-- Files of an import are long work (0110): its claim says who attaches them, and how often it was
-- tried. What waits is begun anew there, where it stood.
insert into long_work (kind, title, verb, actor, actor_name, form_key, input, done, total)
select 'import.files', 'Attach files of import ' || import_id, 'import.run',
  jsonb_build_object('programName', min(actor)), min(actor), 'files of import ' || import_id,
  jsonb_build_object('importId', import_id, 'uploadIds', jsonb_agg(id order by id)),
  sum(done), sum(coalesce(file_count, 1))
from import_upload where finished_at is null group by import_id;

drop index import_upload_working_idx;
alter table import_upload drop column touched_at, drop column tries;

-- False until the module has heard that its work was cancelled: a process that is killed in between
-- is followed by another one.
alter table long_work add column stop_noted boolean not null default true;
create index long_work_unnoted on long_work (id) where not stop_noted;

-- By what it is about: the open work of an import.
create index long_work_open on long_work (kind) where state = 'open';
