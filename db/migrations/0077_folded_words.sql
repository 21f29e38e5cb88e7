-- Staff who type "muller" or "rosterei" find Müller and Rösterei. The extension may be in any schema,
-- and is named with it, so that a restored dump fills the indexes too.
do $do$
declare
  place text := (select nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'unaccent');
begin
  execute format(
    'create function folded(given text) returns text language sql immutable strict parallel safe
      as $$ select lower(%1$I.unaccent(''%1$I.unaccent''::regdictionary, given)) $$', place);
end
$do$;

drop index report_title_trgm_idx;
create index report_title_trgm_idx on report using gin (folded(title) gin_trgm_ops);
drop index customer_search_idx;
create index customer_search_idx on customer using gin (folded(name || ' ' || email::text) gin_trgm_ops);
drop index purchase_number_search_idx;
create index purchase_number_search_idx on purchase using gin (folded(number || ' ' || report_code) gin_trgm_ops);
drop index purchase_search_idx;
create index purchase_search_idx on purchase
  using gin (folded(number || ' ' || report_code || ' ' || name || ' ' || company_name || ' ' || email) gin_trgm_ops);
drop index lead_search_idx;
create index lead_search_idx on lead using gin (folded(search_text) gin_trgm_ops);
