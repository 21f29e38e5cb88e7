-- The prices of a report are one value, each by the name of its licence: an amount, or "on-request".
-- A column takes the new form as the table is written anew, so that no row counts as changed.
create function pg_temp.join_prices(single int, multiple int, corporate int, data_sheet int, on_request text[])
returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('single', single, 'multiple', multiple, 'corporate', corporate,
      'dataSheet', data_sheet))
    || coalesce((select jsonb_object_agg(name, 'on-request') from unnest(on_request) as name), '{}');
$$;
drop index report_staff_filters;
drop index report_staff_price;
alter table report drop column lowest_cents;
alter table report drop constraint report_single_cents_check;
alter table report alter column single_cents type jsonb
  using pg_temp.join_prices(single_cents, multiple_cents, corporate_cents, data_sheet_cents, prices_on_request);
alter table report rename column single_cents to prices;
alter table report alter column prices set default '{}', alter column prices set not null;
alter table report drop column multiple_cents, drop column corporate_cents, drop column data_sheet_cents,
  drop column prices_on_request;
alter table report add constraint report_prices_check check (
  jsonb_typeof(prices) = 'object'
  and not jsonb_path_exists(prices, '$.* ? (@.type() == "number" && @ <= 0)')
  and not jsonb_path_exists(prices, '$.* ? (@.type() == "string" && @ != "on-request")'));
alter table report drop constraint report_withheld_prices_check;

-- The data sheet is no licence.
create function lowest_price(prices jsonb) returns int language sql immutable parallel safe as $$
  select min(value::int) from jsonb_each(prices) where key <> 'dataSheet' and jsonb_typeof(value) = 'number';
$$;
alter table report add column lowest_cents int generated always as (lowest_price(prices)) stored;
create index report_staff_filters on report (state, industry_id, published_on, lowest_cents, id);
create index report_staff_price on report (coalesce(lowest_cents, 0), id);

-- Which licences there are is said by the store's settings.
alter table buy_link drop constraint buy_link_licence_check;
alter table purchase drop constraint purchase_licence_check;
