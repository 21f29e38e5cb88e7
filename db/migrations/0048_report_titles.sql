-- Staff find reports of every state by parts of their titles; the search knows published ones alone.
create index report_title_trgm_idx on report using gin (title gin_trgm_ops);
