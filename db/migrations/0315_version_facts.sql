-- What the program makes of a version's figures and texts when it is written: pages read it as it is.
-- A version that has none, or those of other rules, has them made when it is read first.
create table version_facts (
  report_id int not null,
  number int not null,
  -- Counts the ways in which facts were made.
  rules int not null,
  facts jsonb not null,
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number)
    on delete cascade deferrable initially deferred
);
