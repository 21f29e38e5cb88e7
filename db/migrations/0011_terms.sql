-- The text of the terms that an order was placed under, kept as it was accepted.
create table terms_text (
  hash text primary key,
  title text not null,
  html text not null
);
alter table purchase add column terms_hash text references terms_text;
