-- What lists without words are read from. At a million reports an order is read from one index alone,
-- whatever it is narrowed by: rows of find_report are wide, and each lies on another page.
create table list_kind (
  id int generated always as identity primary key,
  -- Of all that follows. Two transactions may add the same one, so that neither waits for the other.
  key uuid not null,
  data_source text,
  data_year int,
  geography text[] not null,
  formats text[] not null,
  further_industry_ids int[] not null
);
create index list_kind_key_idx on list_kind (key);

create function key_of_list_kind(
  data_source text, data_year int, geography text[], formats text[], further_industry_ids int[]
) returns uuid language sql stable as $$
  select md5(jsonb_build_array(data_source, data_year, geography, formats, further_industry_ids)::text)::uuid
$$;

create table list_report (
  report_id int primary key references find_report on delete cascade,
  title text not null,
  industry_id int not null,
  published_on date not null,
  lowest_cents int,
  pages int,
  -- Few kinds differ, and many of a report's values are no part of an order.
  kind_id int not null
);

create function keep_list_reports() returns trigger language plpgsql as $$
begin
  insert into list_kind (key, data_source, data_year, geography, formats, further_industry_ids)
    select distinct kind.key, data_source, data_year, geography, formats, further_industry_ids
    from new_rows cross join lateral key_of_list_kind(
      data_source, data_year, geography, formats, further_industry_ids) kind (key)
    where not exists (select from list_kind where list_kind.key = kind.key);
  insert into list_report
      (report_id, title, industry_id, published_on, lowest_cents, pages, kind_id)
    select report_id, title, industry_id, published_on, lowest_cents, pages,
      (select min(id) from list_kind where key = key_of_list_kind(
        new_rows.data_source, new_rows.data_year, new_rows.geography, new_rows.formats,
        new_rows.further_industry_ids))
    from new_rows
  on conflict (report_id) do update set title = excluded.title, industry_id = excluded.industry_id,
    published_on = excluded.published_on, lowest_cents = excluded.lowest_cents,
    pages = excluded.pages, kind_id = excluded.kind_id;
  return null;
end
$$;
create trigger find_report_lists_insert after insert on find_report
  referencing new table as new_rows for each statement execute function keep_list_reports();
create trigger find_report_lists_update after update on find_report
  referencing new table as new_rows for each statement execute function keep_list_reports();

insert into list_kind (key, data_source, data_year, geography, formats, further_industry_ids)
  select key_of_list_kind(data_source, data_year, geography, formats, further_industry_ids), kind.*
  from (select distinct data_source, data_year, geography, formats, further_industry_ids
    from find_report) kind;
insert into list_report
    (report_id, title, industry_id, published_on, lowest_cents, pages, kind_id)
  select report_id, title, industry_id, published_on, lowest_cents, pages, kind.id
  from find_report f join list_kind kind
    on (kind.geography, kind.formats, kind.further_industry_ids)
      = (f.geography, f.formats, f.further_industry_ids)
    and kind.data_source is not distinct from f.data_source
    and kind.data_year is not distinct from f.data_year;

create index list_report_newest_idx on list_report (published_on desc, report_id desc)
  include (industry_id, lowest_cents, pages, kind_id);
create index list_report_industry_idx on list_report (industry_id, published_on desc, report_id desc)
  include (lowest_cents, pages, kind_id);
create index list_report_kind_idx on list_report (kind_id, published_on desc, report_id desc)
  include (industry_id, lowest_cents, pages);
create index list_report_cheapest_idx on list_report (lowest_cents, published_on desc, report_id desc)
  include (industry_id, pages, kind_id);
create index list_report_dearest_idx
  on list_report (lowest_cents desc nulls last, published_on desc, report_id desc)
  include (industry_id, pages, kind_id);
create index list_report_longest_idx
  on list_report (pages desc nulls last, published_on desc, report_id desc)
  include (industry_id, lowest_cents, kind_id);
create index list_report_title_idx on list_report (title, report_id)
  include (industry_id, published_on, lowest_cents, pages, kind_id);

-- The orders of the search without words.
drop index find_report_newest_idx;
drop index find_report_industry_idx;
drop index find_report_cents_idx;
drop index find_report_pages_idx;
drop index find_report_title_idx;
drop index find_report_further_idx;
