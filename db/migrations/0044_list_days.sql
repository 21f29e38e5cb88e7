-- How many published reports each day has, of each industry and (industry 0) of all: totals of lists,
-- and the day on which a page of a list begins, without reading the reports before it. Each change is a
-- row of its own, so that two transactions never wait for each other; a job adds them up.
create table list_day (
  industry_id int not null,
  published_on date not null,
  reports int not null
);
create index list_day_idx on list_day (industry_id, published_on desc) include (reports);
insert into list_day
  select industry_id, published_on, count(*) from report where state = 'published' group by 1, 2
  union all
  select 0, published_on, count(*) from report where state = 'published' group by 2;

create function count_list_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_day
      select list.industry_id, published_on, count(*) from new_rows
      cross join lateral (values (new_rows.industry_id), (0)) as list (industry_id)
      where state = 'published' group by 1, 2;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_day
      select list.industry_id, published_on, -count(*) from old_rows
      cross join lateral (values (old_rows.industry_id), (0)) as list (industry_id)
      where state = 'published' group by 1, 2;
  end if;
  return null;
end
$$;
create trigger report_list_days_insert after insert on report
  referencing new table as new_rows for each statement execute function count_list_days();
create trigger report_list_days_update after update on report
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_list_days();
create trigger report_list_days_delete after delete on report
  referencing old table as old_rows for each statement execute function count_list_days();
