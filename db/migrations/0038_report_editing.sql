-- What staff write before it is published. A draft holds only the fields that differ from the report's
-- newest version, so that an import or a bulk change of other fields is never lost by publishing it.
create table report_draft (
  report_id int primary key references report on delete cascade,
  -- Counts saves and never goes back.
  revision int not null check (revision > 0),
  -- Field to value, as core/catalogue/editing/draft.model.ts names them; null clears a field.
  changes jsonb not null,
  -- Field to who changed it last, when, and in which revision.
  changed_by jsonb not null,
  updated_at timestamptz not null
);
create index report_draft_changed_idx on report_draft (report_id) where changes <> '{}';

-- Who has a report's editor open, and who has edited it.
create table report_editor (
  report_id int not null references report on delete cascade,
  staff_id int not null references staff on delete cascade,
  seen_at timestamptz not null,
  edited_at timestamptz,
  primary key (report_id, staff_id)
);
create index report_editor_staff_idx on report_editor (staff_id, report_id) where edited_at is not null;

-- A draft that is published by a job at its time. It holds what the draft said when it was scheduled.
create table report_schedule (
  report_id int primary key references report on delete cascade,
  revision int not null,
  changes jsonb not null,
  kind text not null check (kind in ('correction', 'new-edition')),
  -- What buyers are told of a new edition.
  reason text not null,
  publish_at timestamptz not null,
  -- The time zone in which the time was given: "Europe/London".
  zone text not null,
  staff_id int not null references staff,
  created_at timestamptz not null,
  -- Why it was not published at its time; its author has an email.
  failed_at timestamptz,
  failure text,
  check ((failed_at is null) = (failure is null))
);
create index report_schedule_due_idx on report_schedule (publish_at) where failed_at is null;

-- Links that show a draft to people without an account.
create table report_preview_link (
  id int generated always as identity primary key,
  report_id int not null references report on delete cascade,
  staff_id int not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index report_preview_link_report_idx on report_preview_link (report_id);

-- When a report or its draft was last changed, and by whom. Apart from the report, so that saving a
-- draft neither locks its row nor counts as a change of the catalogue.
create table report_last_edit (
  report_id int primary key references report on delete cascade,
  edited_at timestamptz not null,
  edited_by text not null
);
insert into report_last_edit (report_id, edited_at, edited_by)
select r.id, v.made_at, v.made_by from report r
join report_version v on v.report_id = r.id and v.number = r.version_number;
create index report_last_edit_at_idx on report_last_edit (edited_at desc, report_id desc);

-- Thirty days after that, a report that nobody ever ordered is deleted.
alter table report add column binned_at timestamptz;
update report set binned_at = now() where state = 'bin';
alter table report add constraint report_binned_at_check check ((state = 'bin') = (binned_at is not null));
create index report_binned_at_idx on report (binned_at) where state = 'bin';

-- The lists of staff: every state, every order, counted and filtered without reading wide rows.
create index report_staff_filters on report (state, industry_id, published_on, lowest_cents, id);
create index report_staff_published on report (published_on desc, id desc);
create index report_staff_title on report (left(lower(title), 100), id);
create index report_staff_price on report (coalesce(lowest_cents, 0), id);
create index if not exists purchase_report_id_idx on purchase (report_id);
create index report_staff_code on report (lower(code) text_pattern_ops);
