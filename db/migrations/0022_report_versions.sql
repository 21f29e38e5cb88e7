-- A report is what its publisher gives: every part but code, title and industry may be missing. What
-- it said at any time is an immutable version, and an edition points at the version that it sells.

-- Plain functions of this migration alone: a text of the old form as blocks of the new one.
create function pg_temp.paragraph(line text) returns jsonb language sql immutable as $$
  select jsonb_build_object('kind', 'paragraph', 'runs', jsonb_build_array(jsonb_build_object('text', line)))
$$;
create function pg_temp.heading(line text) returns jsonb language sql immutable as $$
  select jsonb_build_object('kind', 'heading', 'level', 2, 'text', line)
$$;
create function pg_temp.paragraphs(lines jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(pg_temp.paragraph(line) order by place), '[]')
  from jsonb_array_elements_text(lines) with ordinality as given (line, place)
$$;
create function pg_temp.titled_list(title text, lines jsonb) returns jsonb language sql immutable as $$
  select case when coalesce(jsonb_array_length(lines), 0) = 0 then '[]'::jsonb
    else jsonb_build_array(pg_temp.heading(title), jsonb_build_object('kind', 'list', 'isOrdered', false, 'items',
      (select jsonb_agg(jsonb_build_object('runs', jsonb_build_array(jsonb_build_object('text', line))) order by place)
        from jsonb_array_elements_text(lines) with ordinality as given (line, place))))
    end
$$;
create function pg_temp.analysis_section(section jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_array(pg_temp.heading(section ->> 'heading')) || pg_temp.paragraphs(section -> 'paragraphs')
    || coalesce((select jsonb_agg(jsonb_build_object('kind', 'chart', 'key', key) order by place)
      from jsonb_array_elements_text(section -> 'charts') with ordinality as given (key, place)), '[]')
$$;
create function pg_temp.description(body jsonb) returns jsonb language sql immutable as $$
  select case when coalesce(jsonb_array_length(body -> 'intro'), 0) = 0 then '[]'::jsonb
      else jsonb_build_array(pg_temp.paragraph((select string_agg(line, ' ' order by place)
        from jsonb_array_elements_text(body -> 'intro') with ordinality as given (line, place)))) end
    || coalesce((select jsonb_agg(block order by section_place, block_place)
      from jsonb_array_elements(body -> 'analysis') with ordinality as given (section, section_place),
        jsonb_array_elements(pg_temp.analysis_section(section)) with ordinality as made (block, block_place)), '[]')
    || pg_temp.titled_list('What pushes it up', body -> 'drivers')
    || pg_temp.titled_list('What holds it back', body -> 'restraints')
    || case when coalesce(jsonb_array_length(body -> 'method'), 0) = 0 then '[]'::jsonb
      else jsonb_build_array(pg_temp.heading('Method')) || pg_temp.paragraphs(body -> 'method') end
$$;

create table report_version (
  id int generated always as identity primary key,
  report_id int not null references report on delete cascade,
  number int not null check (number > 0),
  -- Every part but the data, as core/catalogue/report-input.model.ts names them.
  parts jsonb not null,
  -- Series and rankings with their sources; null for a report without data.
  data jsonb,
  made_at timestamptz not null,
  made_by text not null,
  unique (report_id, number)
);

insert into report_version (report_id, number, parts, data, made_at, made_by)
select r.id, 1,
  jsonb_strip_nulls(jsonb_build_object(
    'title', r.title, 'slug', r.slug, 'industry', i.slug, 'state', r.state, 'publishedOn', r.published_on,
    'pages', r.pages, 'shortDescription', r.short_description,
    'prices', jsonb_build_object('single', r.single_cents, 'multiple', r.multiple_cents,
      'corporate', r.corporate_cents, 'dataSheet', r.data_sheet_cents),
    'description', pg_temp.description(b.text),
    'keyFigures', (select jsonb_agg(figure - 'computed' || jsonb_build_object('isComputed', figure -> 'computed') order by place)
      from jsonb_array_elements(b.text -> 'keyFigures') with ordinality as given (figure, place)),
    'contents', b.text -> 'contents', 'segmentation', b.text -> 'segments', 'faqs', b.text -> 'faqs',
    'authors', jsonb_build_array(upper(left(b.text ->> 'desk', 1)) || substr(b.text ->> 'desk', 2)),
    'metaTitle', b.text -> 'metaTitle', 'metaDescription', b.text -> 'metaDescription', 'keywords', b.text -> 'keywords')),
  jsonb_build_object('figures', b.figures, 'sources', coalesce((
    select jsonb_agg(s.body order by s.id) from source s where s.id in (
      select entry ->> 'source' from jsonb_array_elements(b.figures -> 'series') entry
      union select entry ->> 'source' from jsonb_array_elements(b.figures -> 'rankings') entry)), '[]')),
  r.updated_at, 'an older version of the program'
from report r join report_body b on b.report_id = r.id join industry i on i.id = r.industry_id;
drop table report_body;

create function refuse_change_of_version() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a report never changes' using errcode = 'check_violation';
end $$;
create trigger report_version_immutable before update on report_version for each row execute function refuse_change_of_version();

-- The newest version is what the page shows.
alter table report add column version_number int not null default 1;
alter table report alter column version_number drop default;
alter table edition add column version_number int not null default 1;
alter table edition alter column version_number drop default;

-- A price is an amount, "on request" or nothing.
alter table report alter column pages drop not null;
alter table report alter column single_cents drop not null;
alter table report alter column multiple_cents drop not null;
alter table report alter column corporate_cents drop not null;
alter table report alter column data_sheet_cents drop not null;
alter table report add column prices_on_request text[] not null default '{}'
  check (prices_on_request <@ array['single', 'multiple', 'corporate', 'dataSheet']);
alter table report add column lowest_cents int generated always as (least(single_cents, multiple_cents, corporate_cents)) stored;
alter table report alter column updated_at drop default;

alter table report drop constraint report_state_check;
alter table report add constraint report_state_check check (state in ('draft', 'scheduled', 'published', 'withdrawn', 'bin'));
alter table report alter column state drop default;
-- When it was first published. From then on its editions stay what they are and its old slugs lead to it.
alter table report add column released_at timestamptz;
update report set released_at = published_on;
create index report_scheduled_published_on_idx on report (published_on) where state = 'scheduled';

-- An array and no table: lists of an industry filter by one index of each kind.
alter table report add column further_industry_ids int[] not null default '{}';
create index report_further_industry_ids_idx on report using gin (further_industry_ids) where further_industry_ids <> '{}';

create table author (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null unique,
  about text not null default ''
);
create table report_author (
  report_id int not null references report on delete cascade,
  author_id int not null references author,
  place int not null,
  primary key (report_id, author_id)
);
create index report_author_author_id_idx on report_author (author_id);
with given as (
  select v.report_id, a.name, a.place from report_version v,
    jsonb_array_elements_text(v.parts -> 'authors') with ordinality as a (name, place) where a.name is not null
), made as (
  insert into author (slug, name)
  select trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), name
  from (select distinct name from given) names returning id, name
)
insert into report_author (report_id, author_id, place)
select given.report_id, made.id, given.place from given join made using (name);

-- A slug that a published report once had. It leads to the report, whatever its slug is now.
create table report_slug_redirect (
  slug text primary key,
  report_id int not null references report on delete cascade
);

-- A report, its version and its edition are written in one transaction, in any order.
alter table report add constraint report_version_fkey foreign key (id, version_number)
  references report_version (report_id, number) deferrable initially deferred;
alter table edition add constraint edition_version_fkey foreign key (report_id, version_number)
  references report_version (report_id, number) deferrable initially deferred;

-- The revision of the catalogue is counted once, last in the transaction: its one row is locked for
-- a moment, and not until a long import commits.
drop trigger report_revision on report;
drop trigger industry_revision on industry;
create or replace function increment_catalogue_revision() returns trigger language plpgsql as $$
begin
  if current_setting('reportstand.revision_counted', true) is distinct from pg_current_xact_id()::text then
    update catalogue_revision set number = number + 1;
    perform set_config('reportstand.revision_counted', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;
create constraint trigger report_revision after insert or update or delete on report
  deferrable initially deferred for each row execute function increment_catalogue_revision();
create constraint trigger industry_revision after insert or update or delete on industry
  deferrable initially deferred for each row execute function increment_catalogue_revision();
