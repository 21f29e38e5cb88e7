-- What visitors looked for in vain, by day: staff see a period. What was counted before has only the day
-- on which it was looked for last.
create table find_missed_day (
  words text not null references find_missed on delete cascade,
  day date not null,
  searches int not null,
  primary key (words, day)
);
create index find_missed_day_day_idx on find_missed_day (day);
insert into find_missed_day
  select words, (last_at at time zone 'UTC')::date, searches from find_missed;
alter table find_missed drop column searches;
