-- Grows with every change of what the list of reports shows: its ETag, without reading a million rows.
create table catalogue_revision (
  one boolean primary key default true check (one),
  number bigint not null default 1
);
insert into catalogue_revision default values;
create function count_revision() returns trigger language plpgsql as $$
begin
  update catalogue_revision set number = number + 1;
  return null;
end $$;
create trigger report_revision after insert or update or delete on report for each statement execute function count_revision();
create trigger report_body_revision after insert or update or delete on report_body for each statement execute function count_revision();
create trigger industry_revision after insert or update or delete on industry for each statement execute function count_revision();
