-- A search within an industry reads the reports that have both, and not all that have the words.
create index find_report_words_industry_idx on find_report
  using gin (words, (industry_id || further_industry_ids)) with (fastupdate = off);
drop index find_report_words_idx;
