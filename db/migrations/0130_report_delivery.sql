-- How a report reaches its buyers stands in its versions (parts.delivery), so that it goes live with
-- a publication. Its row says what that comes to: prices are of licences that bring something.
alter table report add column delivery text not null default 'none'
  check (delivery in ('files', 'made', 'by-us', 'none'));
-- Calendar days within which the publisher delivers.
alter table report add column delivery_days int check (delivery_days between 1 and 365);
alter table report add constraint report_delivery_days
  check ((delivery = 'by-us') = (delivery_days is not null));
-- Prices that the publisher gives, and that nobody can buy for: these licences bring nothing.
alter table report add column withheld_prices text[] not null default '{}'
  check (withheld_prices <@ array['single', 'multiple', 'corporate']);
create index report_withheld on report (id) where withheld_prices <> '{}';

-- What was sold until now: uploaded files, or what is made from data. A text alone is no goods.
create temporary table goods_of_report on commit drop as
select r.id, goods.licences, goods.kinds,
  coalesce(jsonb_path_exists(sold.data, '$.figures.series[0]')
    or jsonb_path_exists(sold.data, '$.figures.rankings[0]'), false) as has_data,
  array_remove(array[
    case when r.single_cents is not null or 'single' = any(r.prices_on_request)
      then 'single-user' end,
    case when r.multiple_cents is not null or 'multiple' = any(r.prices_on_request)
      then 'multiple-user' end,
    case when r.corporate_cents is not null or 'corporate' = any(r.prices_on_request)
      then 'corporate-user' end], null) as priced
from report r
join lateral (
  select e.id, e.version_number from edition e where e.report_id = r.id
  order by e.number desc limit 1) e on true
join report_version sold on sold.report_id = r.id and sold.number = e.version_number
cross join lateral (
  select coalesce(array_agg(distinct licence) filter (where licence is not null), '{}') as licences,
    array_agg(distinct f.kind) as kinds
  from edition_file f left join lateral unnest(f.licences) as licence on true
  where f.edition_id = e.id and f.purpose = 'goods' and f.replaced_at is null) goods;

alter table goods_of_report add column chosen text;
update goods_of_report set chosen =
  case when has_data and not (priced <@ licences and licences <> '{}') then 'made' else 'files' end;

alter table report_version disable trigger report_version_immutable;
update report_version v
set parts = v.parts || jsonb_build_object('delivery', jsonb_build_object('kind', g.chosen))
from goods_of_report g where g.id = v.report_id;
alter table report_version enable trigger report_version_immutable;

update report r set
  delivery = case when g.chosen = 'made' then 'made'
    when priced && licences or (priced = '{}' and licences <> '{}') then 'files' else 'none' end,
  withheld_prices = case when g.chosen = 'made' then '{}' else array_remove(array[
    case when single_cents is not null and 'single-user' <> all(licences) then 'single' end,
    case when multiple_cents is not null and 'multiple-user' <> all(licences)
      then 'multiple' end,
    case when corporate_cents is not null and 'corporate-user' <> all(licences)
      then 'corporate' end], null) end
from goods_of_report g where g.id = r.id;

update report set
  single_cents = case when 'single' = any(withheld_prices) then null else single_cents end,
  multiple_cents = case when 'multiple' = any(withheld_prices) then null else multiple_cents end,
  corporate_cents = case when 'corporate' = any(withheld_prices) then null else corporate_cents end
where withheld_prices <> '{}';
