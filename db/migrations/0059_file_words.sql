-- The words of the files that a report is sold as are looked for, too. Where there are any, what the
-- report's page says has the weight A in find_deep, and what the files alone say has D.
alter table find_deep add column has_files boolean not null default false;
