-- Whether the search knows every report is seen without reading the reports.
create index find_report_version_idx on find_report (version);

-- Enquiries whose follow-up day has come are read from here, the earliest day first.
create index lead_follow_up_idx on lead (follow_up_on, id desc) where follow_up_on is not null;

-- The number of searches in a period is summed without reading their words.
drop index find_missed_day_day_idx;
create index find_missed_day_day_idx on find_missed_day (day) include (searches);
