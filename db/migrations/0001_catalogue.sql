-- What we sell. Prices are whole US cents, times are UTC.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

create table source (
  id text primary key,
  body jsonb not null
);

create table industry (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  pictogram text not null,
  meta_title text not null,
  meta_description text not null,
  meta_keywords text not null default ''
);

create table report (
  id int generated always as identity primary key,
  slug text not null unique,
  code text not null unique,
  industry_id int not null references industry,
  title text not null,
  short_description text not null,
  published_on date not null,
  updated_at timestamptz not null default now(),
  state text not null default 'published' check (state in ('draft', 'published')),
  pages int not null check (pages > 0),
  single_cents int not null check (single_cents > 0),
  multiple_cents int not null check (multiple_cents > 0),
  corporate_cents int not null check (corporate_cents > 0),
  data_sheet_cents int not null check (data_sheet_cents > 0),
  -- The main series alone: what a cover and a card are drawn from.
  cover jsonb not null
);
create index report_newest on report (published_on desc, id desc) where state = 'published';
create index report_of_industry on report (industry_id, published_on desc, id desc) where state = 'published';

-- The long parts stand apart, so that lists never read them.
create table report_body (
  report_id int primary key references report on delete cascade,
  text jsonb not null,
  figures jsonb not null
);

-- What was printed and when. The files are made from the body; their keys never change.
create table edition (
  id int generated always as identity primary key,
  report_id int not null references report,
  number int not null,
  published_on date not null,
  pages int,
  pdf_key text,
  workbook_key text,
  made_at timestamptz,
  unique (report_id, number)
);

-- A narrow side table: ranking never has to read a long text (a wide one made a broad word cost seconds).
create table report_search (
  report_id int primary key references report on delete cascade,
  title text not null,
  words tsvector not null
);
alter table report_search alter column title set storage main, alter column words set storage main;
create index report_search_words on report_search using gin (words);
create index report_search_title on report_search using gin (title gin_trgm_ops);
