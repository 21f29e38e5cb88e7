-- Every word of a title once: a misspelt word is held against these few thousand, and not against a million titles (which took 5 s).
create table search_word (word text primary key);
create index search_word_near on search_word using gin (word gin_trgm_ops);
insert into search_word select distinct word from report_search, regexp_split_to_table(lower(title), '[^[:alnum:]]+') word where length(word) >= 4 on conflict do nothing;
create function keep_words() returns trigger language plpgsql as $$
begin
  insert into search_word select distinct word from regexp_split_to_table(lower(new.title), '[^[:alnum:]]+') word where length(word) >= 4 on conflict do nothing;
  return new;
end $$;
create trigger report_search_words_kept after insert or update of title on report_search for each row execute function keep_words();
