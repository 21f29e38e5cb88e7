-- A report is listed, counted and found in its further industries as in its main one. The days count each
-- industry's reports, whether it is their main one or not.
alter table list_day add column main_reports int not null default 0;
update list_day set main_reports = reports;
alter table list_day alter column main_reports drop default;
drop index list_day_idx;
create index list_day_idx on list_day (industry_id, published_on desc) include (reports, main_reports);

-- Published reports by further industry, newest first: a page of a list merges them with the reports of
-- which it is the main industry. A table, since an array's index has no order.
create table list_further (
  industry_id int not null,
  published_on date not null,
  -- The report's.
  id int not null,
  primary key (industry_id, published_on, id)
);
create index list_further_id_idx on list_further (id);

insert into list_further
  select distinct further, published_on, id from report, unnest(further_industry_ids) further
  where state = 'published' and further <> industry_id;
insert into list_day select industry_id, published_on, count(*), 0 from list_further group by 1, 2;

create or replace function count_list_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_day
      select list.industry_id, published_on, -count(*), -count(*) from old_rows
      cross join lateral (values (old_rows.industry_id), (0)) as list (industry_id)
      where state = 'published' group by 1, 2;
    with gone as (delete from list_further using old_rows
      where old_rows.further_industry_ids <> '{}' and list_further.id = old_rows.id
      returning list_further.industry_id, list_further.published_on)
    insert into list_day select industry_id, published_on, -count(*), 0 from gone group by 1, 2;
  end if;
  if tg_op <> 'DELETE' then
    insert into list_day
      select list.industry_id, published_on, count(*), count(*) from new_rows
      cross join lateral (values (new_rows.industry_id), (0)) as list (industry_id)
      where state = 'published' group by 1, 2;
    with listed as (insert into list_further
      select distinct further, published_on, id from new_rows, unnest(further_industry_ids) further
      where state = 'published' and further <> industry_id
      returning industry_id, published_on)
    insert into list_day select industry_id, published_on, count(*), 0 from listed group by 1, 2;
  end if;
  return null;
end
$$;

-- The search keeps them beside the main industry, which most lists are read by.
alter table find_report add column further_industry_ids int[] not null default '{}';
create index find_report_further_idx on find_report using gin (further_industry_ids)
  with (fastupdate = off) where further_industry_ids <> '{}';
update find_report set further_industry_ids = array_remove(report.further_industry_ids, report.industry_id)
  from report
  where report.id = find_report.report_id and report.further_industry_ids <> '{}';
