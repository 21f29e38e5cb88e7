-- What lists narrow reports by: the source of the main series and its newest year. Computed from
-- the cover when a report is written, so that a count never reads a cover.
alter table report
  add column data_source text generated always as (cover #>> '{series,0,source}') stored,
  add column data_year int generated always as ((cover #>> '{series,0,points,-1,0}')::numeric::int) stored;
create index report_facets on report (industry_id, data_source, data_year, single_cents)
  where state = 'published';
